import { expect, test } from 'vitest'
import { normalisePhone } from './phone.ts'

const india = { mobile_code: '+91', mobile_number_length: 10 }

test.each([
  '9876543210',
  '98765 43210',
  '(98765) 432-10',
  '+91 98765 43210',
  '+919876543210',
  '00919876543210',
  '919876543210',
  '09876543210',
  '+91 098765 43210',
])('%s is 9876543210', (typed) => {
  expect(normalisePhone(typed, india)).toBe('9876543210')
})

test.each([
  '',
  '98765',
  '98765432101',
  '+1 987 654 3210',
  '98765e3210',
  '987654321x',
  '9876543210 9',
  '١٢٣٤٥٦٧٨٩٠',
])('%s is no number of the country', (typed) => {
  expect(normalisePhone(typed, india)).toBeNull()
})

test.each([
  ['0151 23456789', '15123456789'],
  ['+49 170 1234567', '1701234567'],
  ['030 123456', '30123456'],
])('%s is %s in Germany', (typed, national) => {
  expect(normalisePhone(typed, { mobile_code: '+49', mobile_number_length: 11 })).toBe(national)
})

test('a number that begins with the digits of the country code stays whole', () => {
  expect(normalisePhone('9198765432', india)).toBe('9198765432')
})
