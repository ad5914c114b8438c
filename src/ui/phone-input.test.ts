import { expect, test } from 'vitest'
import { isBlockedPhoneKey, phoneDigits } from './phone-input.ts'

const india = { mobile_code: '+91', mobile_number_length: 10 }

test.each([
  ['98765', '98765'],
  ['98765a', '98765'],
  ['98a7-6', '9876'],
  ['98765432109', '9876543210'],
  ['+91 98765 43210', '9876543210'],
  ['098765-43210', '9876543210'],
  ['', ''],
])('the phone input %j becomes %j', (text, digits) => {
  expect(phoneDigits(text, india)).toBe(digits)
})

const press = (key: string, modifiers = {}) =>
  isBlockedPhoneKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers })

test('the keys named by the specification are blocked, digits and Tab are not', () => {
  expect(['e', 'E', '+', '-', '.', '1', 'Tab'].filter((key) => press(key))).toEqual(['e', 'E', '+', '-', '.'])
})

test('browser shortcuts are never blocked', () => {
  expect(press('-', { ctrlKey: true })).toBe(false)
  expect(press('+', { metaKey: true })).toBe(false)
  expect(press('e', { altKey: true })).toBe(false)
})
