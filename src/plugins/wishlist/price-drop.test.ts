import { expect, test } from 'vitest'
import { priceDrop } from './price-drop.ts'

const itemOf = (then: number, now: number, currency = 'INR') => ({
  price_at_add: { amount: then, currency },
  product: { channel: { selling_price: { amount: now, currency: 'INR' } } },
})

test('only a lower price in the same currency is a price drop', () => {
  expect(priceDrop(itemOf(50_000, 40_000))).toEqual({ amount: 10_000, currency: 'INR' })
  expect(priceDrop(itemOf(50_000, 50_000))).toBeNull()
  expect(priceDrop(itemOf(50_000, 60_000))).toBeNull()
  expect(priceDrop(itemOf(50_000, 40_000, 'USD'))).toBeNull()
})
