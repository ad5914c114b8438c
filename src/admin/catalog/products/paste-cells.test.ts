import { expect, test } from 'vitest'
import { VariationValues } from '#contract/admin/catalog/products.ts'
import { fillDown, pasteCells, typedFields } from './paste-cells.ts'

const rows = [1, 2, null].map((id) => VariationValues.parse({ id, sku: `S${id}`, selling_price: 100 }))
const paste = (text: string, at: number, field: (typeof typedFields)[number]) =>
  pasteCells(rows, text, { shown: typedFields, from: { at, field }, unit: 100 })

test('cells of a spreadsheet are put over the grid, with amounts as people write them', () => {
  const { variations, filled, unreadable } = paste('1,299.50\t₹ 1,499\r\n999\t\r\n', 0, 'selling_price')
  expect(variations.map(({ selling_price, mrp }) => [selling_price, mrp])).toEqual([
    [129_950, 149_900],
    [99_900, null],
    [100, null],
  ])
  expect([filled, unreadable]).toEqual([4, []])
})

test('what is no value changes nothing and is named, and what is beyond the grid is left out', () => {
  const { variations, filled, unreadable } = paste('free\n\n20\n30\n40', 0, 'selling_price')
  expect(variations.map(({ selling_price }) => selling_price)).toEqual([100, 100, 2_000])
  expect([filled, unreadable]).toEqual([1, ['free', '']])
  expect(paste('8 kg', 1, 'weight_g').unreadable).toEqual(['8 kg'])
  expect(paste('A\tB\tC', 0, 'barcode').filled).toBe(1)
  expect(paste('8.90123E+12\n8901230000017', 0, 'barcode')).toMatchObject({
    filled: 1,
    unreadable: ['8.90123E+12'],
  })
})

test('stock is pasted and filled for new variations only', () => {
  expect(paste('5\n6\n7', 0, 'initial_stock').variations.map(({ initial_stock }) => initial_stock)).toEqual([
    null,
    null,
    7,
  ])
  const [first, ...others] = rows.map((row) => ({ ...row, initial_stock: 4 }))
  const filled = fillDown([{ ...first!, initial_stock: 9 }, ...others], { at: 0, field: 'initial_stock' })
  expect(filled.variations.map(({ initial_stock }) => initial_stock)).toEqual([9, 4, 9])
})

test('a price is filled down from its cell on', () => {
  const raised = rows.map((row, at) => ({ ...row, selling_price: at }))
  const from = { at: 1, field: 'selling_price' } as const
  const filled = fillDown(raised, from)
  expect(filled.variations.map(({ selling_price }) => selling_price)).toEqual([0, 1, 1])
  expect(filled.filled).toBe(1)
})

test('rows that a search leaves out are neither pasted over nor filled', () => {
  const from = { at: 0, field: 'selling_price' } as const
  const found = [0, 2]
  const pasted = pasteCells(rows, '7\n8\n9', { shown: typedFields, from, unit: 100, found })
  expect(pasted.variations.map(({ selling_price }) => selling_price)).toEqual([700, 100, 800])
  expect(pasted.filled).toBe(2)
  const filled = fillDown(pasted.variations, from, found)
  expect(filled.variations.map(({ selling_price }) => selling_price)).toEqual([700, 100, 700])
})
