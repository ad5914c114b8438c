import { expect, test } from 'vitest'
import { percentBelow } from '#contract/rules/price-lists.ts'
import { uselessBecause } from './price-list-rows.tsx'
import { readPriceLine, readPrices } from './put-prices.tsx'

test.for([
  ['MUG\t449', 1, 44_900],
  ['MUG\t10\t₹ 1,449.50', 10, 144_950],
  ['MUG ; 10 ; 449', 10, 44_900],
  ['MUG, 449', 1, 44_900],
  ['MUG,10,449', null, null],
  ['MUG\t0\t449', null, 44_900],
  ['MUG\t10001\t449', null, 44_900],
  ['MUG\t10\t', 10, null],
  ['MUG\t10\t0', 10, null],
  ['MUG\t10\t449\tnew', null, null],
  ['\t449', null, null],
  ['MUG', null, null],
] as const)('the pasted line "%s" is from %s pieces for %s', ([line, min_quantity, price]) => {
  expect(readPriceLine(line, 100)).toMatchObject({ min_quantity, price })
})

test('an exported file is read by the names of its columns', () => {
  const quoted = '"MUG,1","Mug, ""Moon"""'
  const file = `\ufeffsku,name,min_quantity,price\r\n${quoted},10,1449.50\r\n'=MUG,Mug,1,399.00\r\n`
  expect(readPrices(file, 100)).toMatchObject([
    { sku: 'MUG,1', min_quantity: 10, price: 144_950 },
    { sku: '=MUG', min_quantity: 1, price: 39_900 },
  ])
  expect(readPrices('price;sku\n449;MUG', 100)).toMatchObject([
    { sku: 'MUG', min_quantity: 1, price: 44_900 },
  ])
  expect(readPrices('MUG\t449', 100)).toMatchObject([{ sku: 'MUG', min_quantity: 1, price: 44_900 }])
  expect(readPrices('"'.repeat(10_001), 100)).toMatchObject([{ price: null }])
})

test('a price that changes nothing says why', () => {
  const group = [
    { variation_id: 1, min_quantity: 1, price: 500 },
    { variation_id: 1, min_quantity: 5, price: 500 },
    { variation_id: 1, min_quantity: 20, price: 100 },
    { variation_id: 1, min_quantity: 7, price: 600 },
  ]
  expect(group.map((item) => uselessBecause(item, group, { price: 600, max_quantity: 10 }))).toEqual([
    undefined,
    'Not below the price from 1',
    'At most 10 are sold at once',
    'Not below the usual price',
  ])
})

test.for([
  [39_900, 10, 1, 35_910],
  [39_900, 10, 100, 35_900],
  [39_900, 10, 1_000, 36_000],
  [35_000, 10, 1_000, 32_000],
  [100_000_000_000, 1, 100, 99_000_000_000],
  [10, 99, 1, 1],
  [3_000, 99, 10_000, 10_000],
] as const)('%s less %s percent, rounded to %s, is %s', ([price, percent, step, rounded]) => {
  expect(percentBelow(price, percent, step)).toBe(rounded)
})
