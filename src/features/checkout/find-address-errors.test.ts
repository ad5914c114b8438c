import { expect, test } from 'vitest'
import type { AddressField, Country } from '#contract/storefront.ts'
import { visibleFields } from '#features/address/address-values.ts'
import { buildCart } from '#features/cart/cart.test-support.ts'
import { type AddressDemands, findAddressErrors } from './find-address-errors.ts'
import { valuesOf } from './step-values.ts'

const nobody = { saved: [], last: null, account: null }
const india: Country = {
  id: 101,
  name: 'India',
  code: 'IN',
  mobile_code: '+91',
  mobile_number_length: 10,
  currency: 'INR',
  postcode_label: 'Pincode',
  postcode_pattern: '^[1-9][0-9]{5}$',
  states: [{ id: 17, name: 'Karnataka', code: 'KA' }],
}
const field = (column_name: string, label: string, change: Partial<AddressField> = {}): AddressField => ({
  column_name,
  label,
  type: 'text',
  is_required: true,
  max_length: 60,
  pattern: null,
  autocomplete: '',
  options: null,
  width: 12,
  sort_order: 1,
  ...change,
})
const fields = [
  field('first_name', 'First name'),
  field('phone', 'Mobile number', { max_length: 10, pattern: '^[0-9]{10}$' }),
  field('address_line_1', 'Flat, house no., building'),
  field('address_line_2', 'Street', { is_required: false }),
  field('postcode', 'Pincode', { max_length: 6, pattern: '^[1-9][0-9]{5}$' }),
  field('state_id', 'State', { type: 'select', options: [{ value: '17', label: 'Karnataka' }] }),
]
const demands: AddressDemands = {
  isSmsMandatory: false,
  isEmailMandatory: false,
  countries: [india],
  fields: { 101: fields },
}
const filled = {
  ...valuesOf(buildCart(), 101, nobody),
  'contact.phone': '98765 43210',
  'shipping.first_name': 'Asha',
  'shipping.address_line_1': '12 MG Road',
  'shipping.postcode': '560001',
  'shipping.state_id': '17',
}

test('a filled form has no errors, and a phone may contain spaces and the country code', () => {
  expect(findAddressErrors(filled, demands)).toEqual({})
  expect(findAddressErrors({ ...filled, 'contact.phone': '+91 98765-43210' }, demands)).toEqual({})
  expect(findAddressErrors({ ...filled, 'shipping.postcode': '560 001' }, demands)).toEqual({})
})

test("empty required fields have the gate's message, in the order of the form", () => {
  const empty = valuesOf(buildCart(), 101, nobody)
  expect(Object.entries(findAddressErrors(empty, demands))).toEqual([
    ['contact.phone', 'Phone No is empty'],
    ['shipping.first_name', 'First name is empty'],
    ['shipping.postcode', 'Pincode is empty'],
    ['shipping.address_line_1', 'Flat, house no., building is empty'],
    ['shipping.state_id', 'State is empty'],
  ])
})

test('a separate billing address is checked too, one that is the same is not', () => {
  const other = { ...filled, same_as_shipping: '' }
  expect(findAddressErrors(other, demands)).toMatchObject({ 'billing.first_name': 'First name is empty' })
  expect(findAddressErrors({ ...other, same_as_shipping: 'yes' }, demands)).toEqual({})
})

test('phone and email are required only where settings or the country say so', () => {
  const withoutPhone = {
    ...demands,
    fields: { 101: fields.filter(({ column_name }) => column_name !== 'phone') },
  }
  const values = { ...filled, 'contact.phone': '' }
  expect(findAddressErrors(values, withoutPhone)).toEqual({})
  expect(findAddressErrors(values, { ...withoutPhone, isSmsMandatory: true })).toEqual({
    'contact.phone': 'Phone No is empty',
  })
  expect(findAddressErrors(filled, { ...demands, isEmailMandatory: true })).toEqual({
    'contact.email': 'Email address is empty',
  })
})

test('an invalid value has an error with advice', () => {
  const errorOf = (name: string, value: string) =>
    findAddressErrors({ ...filled, [name]: value }, demands)[name]
  expect(errorOf('contact.phone', '12345')).toBe('Invalid phone number')
  expect(errorOf('contact.email', 'asha@')).toBe('The value must be an valid email address')
  expect(errorOf('shipping.postcode', '56001')).toBe('Pincode has 6 digits, this has 5')
  expect(errorOf('shipping.postcode', '56OOO1')).toBe('Pincode has digits only')
  expect(errorOf('shipping.postcode', '060001')).toBe('Pincode 060001 does not exist')
  expect(errorOf('shipping.first_name', 'A'.repeat(61))).toBe('The value length should not exceed 60')
})

test('the postcode comes before the street, and the phone is left out', () => {
  expect(visibleFields(fields).map(({ column_name }) => column_name)).toEqual([
    'first_name',
    'postcode',
    'address_line_1',
    'address_line_2',
    'state_id',
  ])
})
