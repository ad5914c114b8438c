import { expect, test } from 'vitest'
import type { ShippingMethod } from '#contract/cart.ts'
import { money } from '#contract/money.ts'
import { buildCart, buildCartItem } from './cart.test-support.ts'
import { freeDelivery } from './free-delivery.ts'

const method = (amount: number, freeAfter: number | null): ShippingMethod => ({
  id: 1,
  code: 'standard',
  name: 'Standard',
  amount: money(amount, 'INR'),
  free_after: freeAfter === null ? null : money(freeAfter, 'INR'),
  eta_days: null,
  pickup: null,
})
const cartWith = (...shipping_methods: ShippingMethod[]) =>
  buildCart([buildCartItem({ quantity: 2 })], { shipping_methods })

test('the missing amount is that of the nearest method', () => {
  const cart = cartWith(method(7_900, 50_000), method(19_900, 150_000), method(9_900, null))
  expect(freeDelivery(cart)).toEqual({ is: 'near', missing: money(50_000, 'INR'), share: 100_000 / 150_000 })
})

test('free delivery is reached when a method costs nothing', () => {
  expect(freeDelivery(cartWith(method(0, null), method(19_900, null)))).toEqual({ is: 'reached' })
})

test('a shop without free delivery and an empty cart show no progress', () => {
  expect(freeDelivery(cartWith(method(7_900, null)))).toEqual({ is: 'unknown' })
  expect(freeDelivery(buildCart([], { shipping_methods: [method(7_900, 149_900)] }))).toEqual({
    is: 'unknown',
  })
})
