import { expect, test } from 'vitest'
import { readPriceLine } from './paste-prices.tsx'
import { uselessBecause } from './price-list-rows.tsx'

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
