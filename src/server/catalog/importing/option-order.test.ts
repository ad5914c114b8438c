import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { orderOfRows } from '../products/editing/option-order.ts'
import { productText } from '../products/product-sql.ts'
import { everything, importInto, importShop } from './import-shop.test-support.ts'

const shop = await importShop()
const { db, importText } = shop

const head = 'slug,name,option1_name,option1_value,sku,price\n'
/** The rows of a product with one variation for each value, in this order. */
const product = (slug: string, option: string, values: string[]) =>
  values.map((value, at) => `${slug},${at ? '' : slug},${option},${value},${slug}-${at},10\n`).join('')

/** The options as the product's page lists them. */
async function optionsOf(slug: string) {
  const { rows } = await shop.database.pool.query(productText, [1, slug, null])
  return (rows[0].options as { value_label: string }[]).map(({ value_label }) => value_label)
}

/** All values of the attribute, as facets list them. */
const valuesOf = async (label: string) =>
  (
    await db
      .selectFrom('attribute_values as v')
      .innerJoin('attributes as a', 'a.id', 'v.attribute_id')
      .select(['v.label', 'v.position'])
      .where('a.label', '=', label)
      .orderBy('v.position')
      .orderBy('v.id')
      .execute()
  ).map((value) => value.label)

test('an import keeps the order of each product’s options in the file', async () => {
  await importText(head + product('cap', 'Size', ['M', 'L']) + product('coat', 'Size', ['S', 'M', 'L', 'XL']))

  expect(await optionsOf('cap')).toEqual(['M', 'L'])
  expect(await optionsOf('coat')).toEqual(['S', 'M', 'L', 'XL'])
  expect(await valuesOf('Size')).toEqual(['S', 'M', 'L', 'XL'])
})

test.each([
  ['one option', ['S', 'M', 'L'], ['S', 'M', 'L']],
  ['the first of two options', ['Red', 'Red', 'Blue', 'Blue', 'Green'], ['Red', 'Blue', 'Green']],
  ['the second of two options', ['S', 'M', 'S', 'M'], ['S', 'M']],
  ['a combination that is missing first', ['S', 'L', 'S', 'M', 'L'], ['S', 'M', 'L']],
  ['a combination that is missing later', ['Red', 'Blue', 'Red', 'Green'], ['Red', 'Blue', 'Green']],
  ['contradicting rows', ['S', 'M', 'M', 'S'], ['S', 'M']],
  ['no rows', [], []],
])('orderOfRows returns the order of %s', (_, values, order) => expect(orderOfRows(values)).toEqual(order))

test('a later file or batch puts new options between those of the shop', async () => {
  await importText(head + product('ring', 'Width', ['4 mm', '8 mm']))
  // A hundred products per transaction, so the last one is of the second batch.
  const others = Array.from({ length: 100 }, (_, at) => product(`band-${at}`, 'Width', ['8 mm']))

  await importText(
    head + others.join('') + product('bangle', 'Width', ['2 mm', '4 mm', '6 mm', '8 mm', '9 mm']),
  )

  expect(await optionsOf('bangle')).toEqual(['2 mm', '4 mm', '6 mm', '8 mm', '9 mm'])
  expect(await optionsOf('ring')).toEqual(['4 mm', '8 mm'])
})

test('an import keeps the order of the values that the shop already has', async () => {
  await importText(head + product('sofa', 'Seats', ['Two', 'Three']))
  await db
    .updateTable('attribute_values')
    .set({ position: 7 })
    .where('label', 'in', ['Two', 'Three'])
    .execute()
  await db.updateTable('attribute_values').set({ position: 3 }).where('label', '=', 'Three').execute()

  await importText(head + product('bench', 'Seats', ['One', 'Two', 'Three', 'Four']))

  // `Three` was put before `Two` in the back office.
  expect(await valuesOf('Seats')).toEqual(['Three', 'One', 'Two', 'Four'])
})

test('products whose options contradict each other keep the order of the first one', async () => {
  await importText(
    head + product('lid', 'Depth', ['Flat', 'Deep']) + product('tub', 'Depth', ['Deep', 'Half', 'Flat']),
  )

  expect(await valuesOf('Depth')).toEqual(['Half', 'Flat', 'Deep'])
})

test('spellings of one option value create it once, in its first place', async () => {
  await importText(
    head +
      product('jar', 'Volume', ['1 l', '2 L']) +
      product('pot', 'Volume', ['0.5 l', '1 L', '2-l']) +
      product('urn', 'Volume', ['3 l', '3 L']),
  )

  expect(await valuesOf('Volume')).toEqual(['0.5 l', '1 l', '2 L', '3 l'])
})

test('simultaneous imports of new options keep the order of both files', async () => {
  await importText(head + product('rug', 'Length', ['Short', 'Long']))
  const importAs = async (name: string, text: string) => {
    const file = `${shop.folder}/${name}.csv`
    await writeFile(file, head + text)
    return importInto(db, { file, files: shop.files, storeUrl: 'https://shop.example', isDryRun: false })
  }

  const reports = await Promise.all([
    importAs('runner', product('runner', 'Length', ['Tiny', 'Short', 'Medium', 'Long'])),
    importAs('mat', product('mat', 'Length', ['Short', 'Medium', 'Long', 'Huge'])),
  ])

  expect(reports.map(({ refusedRows }) => refusedRows)).toEqual([0, 0])
  expect(await valuesOf('Length')).toEqual(['Tiny', 'Short', 'Medium', 'Long', 'Huge'])
})

test('importing the same options again changes no position', async () => {
  const text = head + product('tray', 'Edge', ['Low', 'High']) + product('dish', 'Edge', ['None', 'Low'])
  await importText(text)
  const before = await everything(db)

  await importText(text)

  expect(await everything(db)).toEqual(before)
})
