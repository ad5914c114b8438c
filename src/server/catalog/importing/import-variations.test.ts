import { expect, test } from 'vitest'
import { MAX_VARIATIONS } from '#contract/admin/catalog/products.ts'
import { everything, importShop, readProduct } from './import-shop.test-support.ts'

const { db, importText } = await importShop()

const head = 'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price\n'
/** A file of one product with 20 weights of each shade. */
const yarn = (from: number, to: number, price = 100) =>
  head +
  Array.from({ length: to - from }, (_, index) => {
    const at = from + index
    return `yarn,Yarn,Shade,Shade ${Math.floor(at / 20)},Weight,${(at % 20) + 1} g,YARN-${at},${price}\n`
  }).join('')

test('a product of 2,000 variations is imported, unchanged by a repeated import, and given new prices by another', async () => {
  const report = await importText(yarn(0, MAX_VARIATIONS))
  expect(report).toMatchObject({ refused: [], variationsCreated: MAX_VARIATIONS })
  const before = await everything(db)

  const again = await importText(yarn(0, MAX_VARIATIONS))
  expect(again.products).toMatchObject({ unchanged: 1, updated: 0 })
  expect(await everything(db)).toEqual(before)

  await importText(yarn(0, MAX_VARIATIONS, 120))
  const { variations } = await readProduct(db, 'yarn')
  expect(variations).toHaveLength(MAX_VARIATIONS)
  expect(new Set(variations.map(({ selling_price }) => selling_price))).toEqual(new Set([12_000]))
}, 60_000)

test('a product of more variations than the back office can save is refused, also when the file adds them to those of the shop', async () => {
  const reason = (total: number) =>
    `A product can have 2000 variations. This one would have ${total}: divide it into several products`
  const tooLong = await importText(
    yarn(0, MAX_VARIATIONS + 1)
      .replaceAll('yarn,', 'wool,')
      .replaceAll('YARN-', 'WOOL-'),
  )
  expect(tooLong.products).toMatchObject({ created: 0, refused: 1 })
  expect(tooLong.refused[0]).toMatchObject({ line: 2, reason: reason(2_001) })

  const added = await importText(yarn(MAX_VARIATIONS - 1, MAX_VARIATIONS + 3))
  expect(added.products).toMatchObject({ updated: 0, refused: 1 })
  expect(added.refused).toHaveLength(4)
  expect(added.refused[0]).toMatchObject({ reason: reason(2_003) })
  expect((await readProduct(db, 'yarn')).variations).toHaveLength(MAX_VARIATIONS)
})

test('a barcode that Excel has shortened is left out with a note, and a SKU refuses its row', async () => {
  await importText('slug,name,sku,price,barcode\ntin,Tin,TIN-1,10,8901230000017\nbox,Box,BOX-1,10,\n')

  const report = await importText(
    'slug,name,sku,price,barcode\ntin,Tin,TIN-1,12,8.90123E+12\nbox,Box,"8,9E+12",10,1E5\n',
  )

  const [{ barcode, selling_price } = {}] = (await readProduct(db, 'tin')).variations
  expect({ barcode, selling_price }).toEqual({ barcode: '8901230000017', selling_price: 1_200 })
  expect(report.notes.map(({ line, column }) => [line, column])).toEqual([[2, 'barcode']])
  expect(report.refused).toMatchObject([
    { line: 3, column: 'sku', reason: expect.stringContaining('Excel has shortened the SKU to “8,9E+12”') },
  ])
  expect((await readProduct(db, 'box')).variations).toMatchObject([{ sku: 'BOX-1', barcode: null }])
})
