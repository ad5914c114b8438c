import { expect, test } from 'vitest'
import { type AddressInput, checkAddress, normalisePostcode } from './address.ts'

const india = {
  mobile_code: '+91',
  mobile_number_length: 10,
  postcode_pattern: '^[1-9][0-9]{5}$',
  states: [{ id: 17, name: 'Karnataka' }],
}
const rule = { label: '', is_required: true, max_length: 20, pattern: null }
const rules = [
  { ...rule, column_name: 'city', pattern: "^[\\p{L} .'-]+$" },
  { ...rule, column_name: 'address_line_1' },
]
const empty: AddressInput = {
  state_id: null,
  state_name: '',
  tax_no: '',
  first_name: '',
  last_name: '',
  phone: '',
  address_line_1: '',
  address_line_2: '',
  city: '',
  postcode: '',
}

test('an address is normalised: single lines and spaces, and the state’s name from its id', () => {
  const { address, errors } = checkAddress(
    {
      ...empty,
      address_line_1: ' 12\tMG \u0000 Road\n',
      phone: '098765 43210',
      postcode: '560 001',
      state_id: 17,
    },
    india,
    rules,
  )

  expect(errors).toEqual({})
  expect(address).toMatchObject({
    address_line_1: '12 MG Road',
    phone: '9876543210',
    postcode: '560001',
    state_name: 'Karnataka',
  })
})

test('an empty field is valid, even a required one', () => {
  expect(checkAddress(empty, india, rules).errors).toEqual({})
})

test('a field that is too long, does not match its pattern or is of another country has an error', () => {
  const wrong = {
    ...empty,
    address_line_1: 'x'.repeat(21),
    city: '<b>',
    phone: '1',
    postcode: '1',
    state_id: 99,
  }

  expect(checkAddress(wrong, india, rules).errors).toEqual({
    address_line_1: ['The value length should not exceed 20'],
    city: ['This field is not valid'],
    phone: ['Invalid phone number'],
    postcode: ['This field is not valid'],
    state_id: ['This field is not valid'],
  })
})

test('a state is given by name: from the list where there is one, as free text otherwise', () => {
  const named = (state_name: string, states = india.states) =>
    checkAddress({ ...empty, state_name }, { ...india, states }, rules).address

  expect(named('karnataka')).toMatchObject({ state_id: 17, state_name: 'Karnataka' })
  expect(named('Bagmati')).toMatchObject({ state_id: null, state_name: '' })
  expect(named('Bagmati', [])).toMatchObject({ state_id: null, state_name: 'Bagmati' })
})

test('a postcode is stored in its country’s format', () => {
  expect(normalisePostcode(' 560 001 ', india.postcode_pattern)).toBe('560001')
  expect(normalisePostcode('sw1a  1aa', '^[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}$')).toBe('SW1A 1AA')
  expect(normalisePostcode('056001', india.postcode_pattern)).toBeNull()
})
