import { expect, test } from 'vitest'
import { outcomeOf } from './order-outcome.ts'

const refusal = (code: string, message: string, more: object = {}) =>
  outcomeOf({ status: 'error', code, message, ...more })

test('a placed order leads to its own page', () => {
  const redirect = '/checkout-complete?order_id=1&token=t&type=cod'
  const data = { redirect, payment_required: false, order_id: 1, token: 't' }
  expect(outcomeOf({ status: 'success', data })).toEqual({ go: redirect, isOrdered: true })
})

test('an order that waits for its payment leads to the payment', () => {
  const data = { redirect: null, payment_required: true, order_id: 1, token: 't' }
  expect(outcomeOf({ status: 'success', data })).toEqual({ pay: { order_id: 1, token: 't' } })
})

test('a refusal leads to the step where it can be resolved', () => {
  expect(refusal('CART_INVALID', 'Your cart is empty', { data: { step: 'cart' } })).toMatchObject({
    go: '/cart?notice=cart-empty',
  })
  expect(refusal('CART_INVALID', 'Phone No is empty', { data: { step: 'address' } })).toMatchObject({
    go: '/checkout/address?notice=phone-empty',
  })
  expect(refusal('ALREADY_ORDERED', 'This cart has already been ordered')).toMatchObject({
    go: '/cart?notice=already-ordered',
  })
  expect(refusal('NOT_SERVICEABLE', 'We do not deliver to 999999')).toMatchObject({
    go: '/checkout/address?notice=not-serviceable',
  })
})

test('a refusal about the payment step is shown there, at its field', () => {
  expect(refusal('CART_INVALID', 'Payment Method is empty', { data: { step: 'payment' } })).toEqual({
    stay: 'Payment Method is empty',
    field: 'payment_method',
  })
  expect(
    refusal('VALIDATION', 'The given data was invalid.', {
      errors: { accept_tnc: ['Please accept the terms and conditions'] },
    }),
  ).toEqual({ stay: 'Please accept the terms and conditions', field: 'accept_tnc' })
  expect(refusal('OUT_OF_STOCK', 'Vase: only 1 left')).toEqual({ stay: 'Vase: only 1 left' })
  expect(refusal('PRICES_CHANGED', 'Some prices have changed')).toEqual({ stay: 'Some prices have changed' })
})

test('without a reply the message says that trying again is safe', () => {
  expect(refusal('OFFLINE', 'You seem to be offline.')).toEqual({
    stay: 'You seem to be offline. You can try again: it will not be ordered twice.',
  })
})
