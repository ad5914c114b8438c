import { expect, test } from 'vitest'
import { importShop } from './import-shop.test-support.ts'

const { db, importText, exportText } = await importShop()

const fields = await db
  .insertInto('custom_fields')
  .values([
    { owner: 'product', key: 'origin', label: 'Origin', type: 'text' },
    { owner: 'product', key: 'months', label: 'Months', type: 'choice', is_several: true },
    { owner: 'product', key: 'pair', label: 'Pair', type: 'reference', refers_to: 'product' },
    { owner: 'variation', key: 'finish', label: 'Finish', type: 'text', max: 5 },
  ])
  .returning(['id', 'key'])
  .execute()
const field_id = fields.find(({ key }) => key === 'months')?.id ?? 0
await db
  .insertInto('custom_field_choices')
  .values([
    { field_id, value: 'may', label: 'May', position: 0 },
    { field_id, value: 'june', label: 'June', position: 1 },
  ])
  .execute()

const columns = 'URL handle,Title,Price,SKU,field:origin,field:months,field:pair,variation_field:finish'
const importRow = (cells: string) => importText(`${columns}\r\ntray,Tray,500,TRAY,${cells}`)
const stored = async () => ({
  product: (await db.selectFrom('products').select('custom').executeTakeFirstOrThrow()).custom,
  variation: (await db.selectFrom('variations').select('custom').executeTakeFirstOrThrow()).custom,
})

test('a file writes custom fields by their keys, and importing its export changes nothing', async () => {
  expect(await importRow('"=HYPERLINK(""https://evil.example"")",June | may,,Matte')).toMatchObject({
    products: { created: 1 },
    refused: [],
  })
  const held = {
    product: { origin: '=HYPERLINK("https://evil.example")', months: ['june', 'may'] },
    variation: { finish: 'Matte' },
  }
  expect(await stored()).toEqual(held)

  const text = await exportText()
  expect(text).toContain('field:origin,field:months,field:pair,variation_field:finish')
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")",june | may,,Matte`)
  expect(await importText(text)).toMatchObject({ products: { unchanged: 1 }, refused: [] })
  expect(await stored()).toEqual(held)

  // Columns that a file does not have stay; an empty cell clears.
  expect(await importText('URL handle,Title,field:origin\r\ntray,Tray,')).toMatchObject({
    products: { updated: 1 },
  })
  expect(await stored()).toEqual({ product: { months: ['june', 'may'] }, variation: { finish: 'Matte' } })
})

test('a cell that does not fit its field refuses the product, with the reason at its column', async () => {
  const before = await stored()
  const refusal = async (cells: string) => {
    const { refused, products } = await importRow(cells)
    expect(products, cells).toMatchObject({ created: 0, updated: 0, unchanged: 0 })
    return refused.map(({ column, reason }) => `${column ?? ''}: ${reason}`)[0]
  }
  expect(await refusal('x,July,,Matte')).toMatch(/^field:months: “July” does not fit Months/)
  expect(await refusal('x,May,999999999,Matte')).toContain('There is no record with the number 999999999')
  expect(await refusal('x,May,tray,Matte')).toMatch(/^field:pair: “tray” does not fit Pair/)
  expect(await refusal('x,May,,Lacquered')).toMatch(/^variation_field:finish: “Lacquered” does not fit/)
  expect(await refusal(`${'x'.repeat(10_240)},May,,Matte`)).toMatch(/^field:origin: “x+” does not fit Origin/)
  const unknown = await importText('URL handle,Title,field:constructor\r\ntray,Tray,x')
  expect(unknown.refused).toMatchObject([{ reason: 'There is no custom field “constructor” of products' }])
  expect(await stored()).toEqual(before)
})
