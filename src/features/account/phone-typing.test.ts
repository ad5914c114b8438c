import { expect, test } from 'vitest'
import { blockedKey, typedPhone } from './phone-typing.ts'

const india = { mobile_code: '+91', mobile_number_length: 10 }

test.each([
  ['98765', '98765'],
  ['98765432101', '9876543210'],
  ['+91 98765 43210', '9876543210'],
  ['98a7-6', '9876'],
  ['', ''],
])('typed %j becomes %j', (typed, kept) => {
  expect(typedPhone(typed, india)).toBe(kept)
})

test('the keys that the specification names do nothing', () => {
  expect(['e', 'E', '+', '-', '.', '1', 'Tab'].filter((key) => blockedKey({ key }))).toEqual([
    'e',
    'E',
    '+',
    '-',
    '.',
  ])
})
