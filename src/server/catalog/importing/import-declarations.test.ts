import { expect, test } from 'vitest'
import { importShop } from './import-shop.test-support.ts'

const { db, importText, exportText } = await importShop()
const operators = await db
  .insertInto('economic_operators')
  .values([
    { name: 'Ostrava Kiln', address: '2 Kiln Lane', country: 'CZ' },
    { name: 'Pune Imports', address: '4 Mill Road', country: 'IN' },
  ])
  .returning('id')
  .execute()
const [manufacturer_id, importer_id] = operators.map(({ id }) => id)

const stored = () => db.selectFrom('product_declarations').selectAll().execute()

test('a file declares by its columns, and importing its export changes nothing', async () => {
  const columns =
    'URL handle,Title,Price,SKU,Country of origin,Manufacturer,importer,warnings,min_age,Age check,Best before months,materials'
  expect(
    await importText(
      `${columns}\r\ntray,Tray,500,TRAY,czechia,OSTRAVA kiln,Pune Imports,"Hot, ""very""",14,Yes,18,Clay`,
    ),
  ).toMatchObject({ products: { created: 1 }, refused: [] })
  const [row] = await stored()
  expect(row).toMatchObject({
    ...{ country_of_origin: 'CZ', manufacturer_id, importer_id, responsible_person_id: null },
    ...{
      warnings: 'Hot, "very"',
      min_age: 14,
      checks_age: true,
      best_before_months: 18,
      materials: 'Clay',
      care: '',
    },
  })

  const text = await exportText()
  expect(text).toContain('Country of origin,Manufacturer,Importer,Responsible person,Warnings')
  expect(await importText(text)).toMatchObject({ products: { unchanged: 1 }, refused: [] })
  expect(await stored()).toEqual([row])

  // Columns that a file does not have stay; an empty cell clears.
  expect(await importText('URL handle,Title,Importer,Care\r\ntray,Tray,,Wipe it')).toMatchObject({
    products: { updated: 1 },
  })
  expect(await stored()).toEqual([{ ...row, importer_id: null, care: 'Wipe it' }])
})

test('a cell that is not valid refuses the product, with the reason at its column', async () => {
  const before = await stored()
  const refusal = async (column: string, cell: string) => {
    const { refused, products } = await importText(`URL handle,Title,${column}\r\ntray,Tray,${cell}`)
    expect(products, cell).toMatchObject({ updated: 0, unchanged: 0 })
    return refused.map((problem) => `${problem.column}: ${problem.reason}`)[0]
  }
  expect(await refusal('Country of origin', 'Atlantis')).toBe(
    'Country of origin: “Atlantis” is not a country',
  )
  expect(await refusal('Manufacturer', 'constructor')).toMatch(/^Manufacturer: There is no “constructor”/)
  expect(await refusal('min_age', 'ten')).toMatch(/^min_age: “ten” is not valid here/)
  expect(await refusal('min_age', '0')).toContain('Enter an age from 1 to 99')
  expect(await refusal('checks_age', 'constructor')).toBe('checks_age: “constructor” is not valid here.')
  expect(await refusal('passport_url', 'http://x')).toContain('https://')
  expect(await refusal('warnings', 'x'.repeat(10_240))).toMatch(/^warnings: “x+” is not valid here/)
  expect(await stored()).toEqual(before)
})

test('a product that a channel refuses without declarations is imported as a draft, and one on sale stays on sale', async () => {
  expect((await importText('URL handle,Title,Price,SKU\r\nbowl,Bowl,500,BOWL')).refused).toEqual([])
  await db.updateTable('channels').set({ requires_declarations: true }).execute()
  const columns = 'URL handle,Title,Price,SKU,Country of origin,Importer'
  const rows = ['cup,Cup,500,CUP,,', 'jar,Jar,500,JAR,Czechia,Pune Imports', 'bowl,Deep bowl,500,BOWL,,']
  const { products, notes, refused } = await importText([columns, ...rows].join('\r\n'))
  expect([products, refused]).toMatchObject([{ created: 2, updated: 1 }, []])
  expect(notes).toMatchObject([
    { line: 2, kind: 'warning', reason: expect.stringContaining('imported as a draft') },
  ])
  const published = await db
    .selectFrom('products')
    .select(['slug', 'is_published'])
    .where('slug', '<>', 'tray')
    .orderBy('slug')
    .execute()
  expect(published.map(({ slug, is_published }) => [slug, is_published])).toEqual([
    ['bowl', true],
    ['cup', false],
    ['jar', true],
  ])
})
