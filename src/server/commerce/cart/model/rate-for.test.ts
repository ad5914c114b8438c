import { expect, test } from 'vitest'
import type { ShippingRateRow } from './cart-row.ts'
import { rateFor } from './rate-for.ts'

const own = { price: 7_900, free_from: 149_900 }
const rate: ShippingRateRow = {
  rank: 0,
  from_weight_g: 0,
  to_weight_g: null,
  from_goods: 0,
  price: 5_000,
  free_from: null,
}
const method = (...rates: Partial<ShippingRateRow>[]) => ({
  ...own,
  has_rates: true,
  rates: rates.map((given) => ({ ...rate, ...given })),
})

test('a method without rates costs its own price', () => {
  expect(rateFor({ ...own, has_rates: false, rates: [] }, { weight: 99_999, goods: 1 })).toMatchObject(own)
})

test('a method with rates is offered only where one fits', () => {
  expect(rateFor({ ...own, has_rates: true, rates: [] }, { weight: 0, goods: 0 })).toBeUndefined()
  const light = method({ to_weight_g: 5_000 })
  expect(rateFor(light, { weight: 4_999, goods: 0 })?.price).toBe(5_000)
  expect(rateFor(light, { weight: 5_000, goods: 0 })).toBeUndefined()
})

test('the most specific rate applies, even if a wider one is cheaper', () => {
  const hills = method({ rank: 1, price: 4_000 }, { rank: 12, price: 15_000, to_weight_g: 10_000 })
  expect(rateFor(hills, { weight: 1_000, goods: 0 })?.price).toBe(15_000)
  expect(rateFor(hills, { weight: 20_000, goods: 0 })).toBeUndefined()
})

test('weight and value thresholds select different rates', () => {
  const steps = method(
    { price: 5_000 },
    { from_weight_g: 2_000, price: 9_000 },
    { from_weight_g: 2_000, from_goods: 100_000, price: 6_000 },
  )
  const priced = (weight: number, goods: number) => rateFor(steps, { weight, goods })?.price
  expect([priced(1_999, 500_000), priced(2_000, 99_999), priced(2_000, 100_000)]).toEqual([
    5_000, 9_000, 6_000,
  ])
})
