import { expect, test } from 'vitest'
import type { ShippingMethod } from '#contract/cart.ts'
import { money } from '#contract/money.ts'
import { cartForTests, lineForTests } from './cart-for-tests.ts'
import { freeDelivery } from './free-delivery.ts'

const method = (amount: number, freeAfter: number | null): ShippingMethod => ({
  id: 1,
  code: 'standard',
  name: 'Standard',
  amount: money(amount, 'INR'),
  free_after: freeAfter === null ? null : money(freeAfter, 'INR'),
  eta_days: null,
})
const cartWith = (...shipping_methods: ShippingMethod[]) =>
  cartForTests([lineForTests({ quantity: 2 })], { shipping_methods })

test('says how much is missing, by the method that is nearest', () => {
  const cart = cartWith(method(7_900, 50_000), method(19_900, 150_000), method(9_900, null))
  expect(freeDelivery(cart)).toEqual({ is: 'near', missing: money(50_000, 'INR'), share: 100_000 / 150_000 })
})

test('is reached when a method costs nothing', () => {
  expect(freeDelivery(cartWith(method(0, null), method(19_900, null)))).toEqual({ is: 'reached' })
})

test('a shop that never delivers for free says nothing of it, nor does an empty cart', () => {
  expect(freeDelivery(cartWith(method(7_900, null)))).toEqual({ is: 'unknown' })
  expect(freeDelivery(cartForTests([], { shipping_methods: [method(7_900, 149_900)] }))).toEqual({
    is: 'unknown',
  })
})
