import { expect, test } from 'vitest'
import { phoneTyped } from './phone-typed.ts'

const india = { mobile_code: '+91', mobile_number_length: 10 }

test('a pasted number loses blanks, the country code and a leading zero', () => {
  expect(phoneTyped('+91 98765 43210', india)).toBe('9876543210')
  expect(phoneTyped('098765-43210', india)).toBe('9876543210')
})

test('what is typed is cut to the digits a number of the country has', () => {
  expect(phoneTyped('98765a', india)).toBe('98765')
  expect(phoneTyped('98765432109', india)).toBe('9876543210')
})
