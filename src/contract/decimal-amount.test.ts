import { expect, test } from 'vitest'
import { decimalAmount } from './decimal-amount.ts'

test('an amount has as many digits as its currency has, and only a decimal point', () => {
  expect(decimalAmount({ amount: 149_900, currency: 'INR' })).toBe('1499.00')
  expect(decimalAmount({ amount: 5, currency: 'INR' })).toBe('0.05')
  expect(decimalAmount({ amount: 1_500, currency: 'JPY' })).toBe('1500')
  expect(decimalAmount({ amount: 12_345, currency: 'KWD' })).toBe('12.345')
  expect(decimalAmount({ amount: -7_950, currency: 'INR' })).toBe('-79.50')
  expect(decimalAmount({ amount: 900_719_925_474_099, currency: 'INR' })).toBe('9007199254740.99')
})
