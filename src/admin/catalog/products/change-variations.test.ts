import { expect, test } from 'vitest'
import { VariationValues } from '#contract/admin/catalog/products.ts'
import { changeVariations, groupsOf } from './change-variations.ts'

const variation = (part: Partial<VariationValues>) =>
  VariationValues.parse({ sku: 'A', selling_price: 1_000, ...part })
const variations = [
  variation({ id: 1, selling_price: 99_950, mrp: 120_000 }),
  variation({ id: 2, selling_price: 1_001 }),
  variation({ selling_price: 500 }),
]
const all = new Set([0, 1, 2])

test.each([
  [
    { how: 'percent', field: 'selling_price', percent: 10.1, step: 1 },
    'selling_price',
    [110_045, 1_102, 551],
  ],
  [{ how: 'percent', field: 'selling_price', percent: -10, step: 100 }, 'selling_price', [90_000, 900, 500]],
  [{ how: 'percent', field: 'mrp', percent: 5, step: 1 }, 'mrp', [126_000, null, null]],
  [{ how: 'set', field: 'mrp', amount: 130_000 }, 'mrp', [130_000, 130_000, 130_000]],
  [{ how: 'set', field: 'mrp', amount: null }, 'mrp', [null, null, null]],
  [{ how: 'set', field: 'initial_stock', amount: 7 }, 'initial_stock', [null, null, 7]],
] as const)('%o gives all variations %s %o', (change, field, expected) => {
  expect(changeVariations(variations, all, change).map((one) => one[field])).toEqual(expected)
})

test('variations at other positions stay as they are', () => {
  const changed = changeVariations(variations, new Set([1]), {
    how: 'set',
    field: 'selling_price',
    amount: 5,
  })
  expect(changed.map(({ selling_price }) => selling_price)).toEqual([99_950, 5, 500])
})

test('groups have the variations of one option, and none has all', () => {
  const groups = groupsOf([
    ['Blue', 'S', 'Cotton'],
    ['Blue', 'M', 'Cotton'],
    ['Red', 'M', 'Cotton'],
  ])
  expect(groups.map(({ label, positions }) => [label, ...positions])).toEqual([
    ['Blue', 0, 1],
    ['S', 0],
    ['M', 1, 2],
    ['Red', 2],
  ])
})
