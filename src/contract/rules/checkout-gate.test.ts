import { expect, test } from 'vitest'
import { addressGate, cartGate, type GateCart, missingField, paymentGate } from './checkout-gate.ts'

const settings = { enable_guest_checkout: true, order_sms_mandatory: true, order_email_mandatory: true }
const fields = [
  { column_name: 'first_name', label: 'First name', is_required: true },
  { column_name: 'address_line_2', label: 'Landmark', is_required: false },
  { column_name: 'postcode', label: 'Pincode', is_required: true },
  { column_name: 'state_id', label: 'State', is_required: true },
]
const address = { first_name: 'Asha', address_line_2: '', postcode: '560001', state_id: 17 }
const ready: GateCart = {
  items: [{}],
  customer_id: null,
  phone: '9876543210',
  email: 'asha@example.com',
  shipping_address: address,
  billing_address: address,
  shipping_method: {},
  cart_payment_method: {},
}

test('a complete cart passes all gates', () => {
  expect(cartGate(ready)).toEqual({ ok: true })
  expect(addressGate(ready, settings, fields)).toEqual({ ok: true })
  expect(paymentGate(ready, settings, fields)).toEqual({ ok: true })
})

test('the gate reports missing fields in the order and with the messages of the specification', () => {
  const empty: GateCart = {
    items: [],
    customer_id: null,
    phone: null,
    email: '',
    shipping_address: null,
    billing_address: null,
    shipping_method: null,
    cart_payment_method: null,
  }
  const noGuests = { ...settings, enable_guest_checkout: false }
  const refusals: [string, string, string | undefined][] = []
  let cart = empty
  for (const next of [
    { items: [{}] },
    { customer_id: 88 },
    { phone: '9876543210' },
    { email: 'asha@example.com' },
    { shipping_address: {} },
    { billing_address: {} },
    { shipping_address: { first_name: 'Asha' } },
    { shipping_address: { first_name: 'Asha', postcode: '560001' } },
    { shipping_address: address },
    { shipping_method: {} },
    { cart_payment_method: {} },
  ] as Partial<GateCart>[]) {
    const gate = paymentGate(cart, noGuests, fields)
    if (!gate.ok) refusals.push([gate.step, gate.message, gate.field])
    cart = { ...cart, ...next }
  }

  expect(refusals).toEqual([
    ['cart', 'Your cart is empty', undefined],
    ['address', 'Customer account is empty', 'customer_id'],
    ['address', 'Phone No is empty', 'phone'],
    ['address', 'Email address is empty', 'email'],
    ['address', 'Shipping address is empty', 'shipping_address'],
    ['address', 'Billing address is empty', 'billing_address'],
    ['address', 'First name is empty', 'first_name'],
    ['address', 'Pincode is empty', 'postcode'],
    ['address', 'State is empty', 'state_id'],
    ['payment', 'Shipping Method is empty', 'shipping_method'],
    ['payment', 'Payment Method is empty', 'payment_method'],
  ])
  expect(paymentGate(cart, noGuests, fields)).toEqual({ ok: true })
})

test('phone and e-mail are required only where the shop makes them mandatory', () => {
  const unreachable = { ...ready, phone: null, email: null }
  const none = { ...settings, order_sms_mandatory: false, order_email_mandatory: false }

  expect(addressGate(unreachable, none, fields).ok).toBe(true)
  expect(addressGate(unreachable, { ...none, order_email_mandatory: true }, fields)).toMatchObject({
    message: 'Email address is empty',
  })
})

test('spaces do not fill a field, and a state may be free text where the country has no list', () => {
  expect(missingField({ ...address, first_name: '  ' } as object, fields)?.label).toBe('First name')
  expect(missingField({ ...address, state_id: null, state_name: 'Bagmati' }, fields)).toBeUndefined()
  expect(missingField({ ...address, state_id: null, state_name: '' }, fields)?.label).toBe('State')
})
