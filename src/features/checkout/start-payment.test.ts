import { expect, test } from 'vitest'
import { startRefused } from './start-payment.ts'

const refused = (code: string, message: string, data?: object) =>
  startRefused({ status: 'error', code, message, ...(data ? { data } : {}) })

test('an order that is already paid leads to its page', () => {
  expect(refused('ALREADY_PAID', 'Placed', { redirect: '/checkout-complete?order_id=1' })).toEqual({
    go: '/checkout-complete?order_id=1',
    isOrdered: true,
  })
})

test('a sold-out order leads to the cart with a message', () => {
  expect(refused('OUT_OF_STOCK', 'Vase is out of stock')).toEqual({
    go: '/cart',
    isOrdered: false,
    say: 'Vase is out of stock',
  })
})

test('an unreachable gateway can be retried on the same page', () => {
  expect(refused('PAYMENT_UNAVAILABLE', 'Try again')).toEqual({ stay: 'Try again' })
  expect(refused('OFFLINE', 'You seem to be offline.')).toEqual({
    stay: 'You seem to be offline. You can try again: nothing is paid twice.',
  })
})
