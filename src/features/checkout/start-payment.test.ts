import { expect, test } from 'vitest'
import { startRefused } from './start-payment.ts'

const refused = (code: string, message: string, data?: object) =>
  startRefused({ status: 'error', code, message, ...(data ? { data } : {}) })

test('an order that is paid already leads to its page', () => {
  expect(refused('ALREADY_PAID', 'Placed', { redirect: '/checkout-complete?order_id=1' })).toEqual({
    go: '/checkout-complete?order_id=1',
    isOrdered: true,
  })
})

test('what is sold out meanwhile is said in the cart', () => {
  expect(refused('OUT_OF_STOCK', 'Vase is out of stock')).toEqual({
    go: '/cart',
    isOrdered: false,
    say: 'Vase is out of stock',
  })
})

test('a gateway that does not answer can be tried again where one is', () => {
  expect(refused('PAYMENT_UNAVAILABLE', 'Try again')).toEqual({ stay: 'Try again' })
  expect(refused('OFFLINE', 'You seem to be offline.')).toEqual({
    stay: 'You seem to be offline. You can try again: nothing is paid twice.',
  })
})
