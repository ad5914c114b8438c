import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateFile } from './file-rules.ts'
import {
  type FieldRules,
  type FieldType,
  type ValidatedField,
  validateField,
  validateFields,
} from './validate-field.ts'
import * as checks from './value-checks.ts'

const field = (
  type: FieldType,
  rules: FieldRules = {},
  more: Partial<ValidatedField> = {},
): ValidatedField => ({
  name: 'value',
  label: 'Value',
  type,
  is_required: false,
  options: null,
  rules,
  ...more,
})
const messageOf = (type: FieldType, rules: FieldRules, value: string) =>
  validateField(field(type, rules), { value }, { today: '2026-11-22' })

/** type, rules, valid values, invalid values, message of the invalid ones */
const table: [FieldType, FieldRules, string[], string[], string][] = [
  ['text', { min: 3 }, ['abc', '日本語'], ['ab', '👍👍'], 'The value length should be at least 3'],
  ['textarea', { max: 3 }, ['abc', '👍👍👍'], ['abcd'], 'The value length should not exceed 3'],
  ['number', {}, ['0', '-1.5', '+7'], ['seven', '1e5', '1,5', '0x10'], 'The value must be numeric'],
  ['number', { min: 2, max: 9 }, ['2', '9', '5.5'], ['1', '10'], 'The value must be between 2 and 9'],
  ['number', { min: 2 }, ['2'], ['1.99'], 'The value must be at least 2'],
  ['number', { max: 2 }, ['2'], ['2.01'], 'The value must not be above 2'],
  ['number', { integer: true }, ['12', '-3'], ['1.5'], 'The value must be an integer'],
  ['text', { numeric: true }, ['1.5'], ['a'], 'The value must be numeric'],
  ['number', { decimal: 2 }, ['1', '1.25'], ['1.255'], 'The value must be a decimal number'],
  ['text', { alpha: true }, ['Åsa', 'अ'], ['a1', 'a b'], 'The value must contain only letters'],
  ['text', { alpha_num: true }, ['a1'], ['a-1'], 'The value must contain only letters and numbers'],
  ['text', { hex: true }, ['ff', '0xFF', '#1a2B3c'], ['fg'], 'The value must be a hexadecimal number'],
  [
    'text',
    { url: true },
    ['https://example.com/a?b=c', 'http://localhost:3000', 'http://[::1]/'],
    ['example.com', 'javascript:alert(1)', 'https://', 'https://user@example.com', 'https://exa mple.com'],
    'The value is not a valid URL address',
  ],
  [
    'email',
    {},
    ['a@example.com'],
    ['a@example', 'a b@example.com'],
    'The value must be an valid email address',
  ],
  [
    'phone',
    { length: 10, mobile_code: '91' },
    ['98765 43210', '+919876543210'],
    ['98765', 'phone'],
    'Invalid phone number',
  ],
  ['date', {}, ['2024-02-29'], ['2023-02-29', '2024-13-01', '1/2/2024'], 'The value is not a valid date'],
  ['date', { min: 'today' }, ['2026-11-22'], ['2026-11-21'], 'The date must be on or after 2026-11-22'],
  ['date', { max: '2026-12-31' }, ['2026-12-31'], ['2027-01-01'], 'The date must be on or before 2026-12-31'],
  [
    'date',
    { min: '2026-01-01', max: '2026-12-31' },
    ['2026-06-01'],
    ['2025-12-31', '2027-01-01'],
    'The date must be between 2026-01-01 and 2026-12-31',
  ],
  [
    'text',
    { ip: true },
    ['203.0.113.9', '::1', '2001:db8::8a2e'],
    ['256.1.1.1', '1.2.3', '1::2::3', '1.2.3.4.'],
    'The value is not a valid IP address',
  ],
  [
    'text',
    { mac: true },
    ['00:1a:2B:3c:4d:5e', '00-1a-2b-3c-4d-5e', '001a2b3c4d5e'],
    ['00:1a:2b:3c:4d', '00:1a-2b:3c:4d:5e'],
    'The value is not a valid MAC address',
  ],
  ['text', { one_of: ['a', 'b'] }, ['a'], ['c'], 'Please choose one of the options'],
  [
    'text',
    { pattern: '[1-9][0-9]{5}' },
    ['411001'],
    ['011001', '4110012', 'x411001'],
    'This field is not valid',
  ],
]

for (const [type, rules, valid, invalid, message] of table)
  test(`${type} ${JSON.stringify(rules)} accepts valid values and answers "${message}" otherwise`, () => {
    for (const value of valid) expect([value, messageOf(type, rules, value)]).toEqual([value, null])
    for (const value of invalid) expect([value, messageOf(type, rules, value)]).toEqual([value, message])
  })

test('a required field refuses an empty value, blanks and no choice; an optional one accepts them whatever its rules', () => {
  for (const value of ['', '   ', [], undefined]) {
    expect(validateField(field('text', { min: 5 }, { is_required: true }), { value })).toBe(
      'This field is required',
    )
    expect(validateField(field('text', { min: 5 }), { value })).toBeNull()
  }
})

test('a choice must be one of the options, and each at most once', () => {
  const options = [{ value: 'a' }, { value: 'b' }]
  const message = (type: FieldType, value: string | string[]) =>
    validateField(field(type, {}, { options }), { value })

  expect([message('select', 'a'), message('radio', 'b'), message('checkbox', ['a', 'b'])]).toEqual([
    null,
    null,
    null,
  ])
  for (const refused of [
    message('select', 'c'),
    message('checkbox', ['a', 'c']),
    message('checkbox', ['a', 'a']),
  ])
    expect(refused).toBe('Please choose one of the options')
})

test('a consent is given by true only', () => {
  const consent = field('consent', {}, { is_required: true })

  expect(validateField(consent, { value: 'true' })).toBeNull()
  expect(validateField(consent, {})).toBe('This field is required')
  expect(validateField(consent, { value: 'no' })).toBe('This field is not valid')
})

test('same_as compares with the other field and names its label', () => {
  const fields = [
    { ...field('email'), name: 'email', label: 'Email address' },
    { ...field('email', { same_as: 'email' }), name: 'again' },
  ]

  expect(validateFields(fields, { email: 'a@example.com', again: 'a@example.com' })).toEqual({})
  expect(validateFields(fields, { email: 'a@example.com', again: 'b@example.com' })).toEqual({
    again: 'The value must be the same as Email address',
  })
})

test('generated dates, addresses and numbers are valid', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      fc.ipV4(),
      fc.ipV6(),
      fc.integer(),
      (date, ipv4, ipv6, integer) =>
        checks.isDate(date.toISOString().slice(0, 10)) &&
        checks.isIp(ipv4) &&
        checks.isIp(ipv6) &&
        checks.isInteger(String(integer)) &&
        checks.isNumeric(String(integer)),
    ),
  )
})

test('no text of any kind makes a rule throw, and a text is an integer only if it is numeric', () => {
  const types: FieldType[] = ['text', 'number', 'date', 'email', 'phone']
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...types), (value, type) => {
      const rules = { min: 1, max: 5, url: true, ip: true, mac: true, hex: true }
      const message = validateField(field(type, rules), { value })
      return (message === null || message.length > 0) && (!checks.isInteger(value) || checks.isNumeric(value))
    }),
  )
})

test('a chosen file is refused by type and size, unless the browser does not know its type', () => {
  const MB = 1_024 * 1_024
  expect(validateFile({ type: 'image/png', size: 5 * MB })).toBeNull()
  expect(validateFile({ type: '', size: 1 })).toBeNull()
  expect(validateFile({ type: 'text/plain', size: 1 })).toBe('Please choose a JPEG, PNG, WebP or PDF file')
  expect(validateFile({ type: 'application/pdf', size: 5 * MB + 1 })).toBe(
    'The file must not be larger than 5 MB',
  )
})
