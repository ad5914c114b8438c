import { expect, test } from 'vitest'
import { compactMoney } from './compact-money.ts'

test.each([
  [0, 'en-IN', '₹0'],
  [95_000, 'en-IN', '₹950'],
  [600_000, 'en-IN', '₹6K'],
  [654_321, 'en-IN', '₹6.5K'],
  [9_999_500, 'en-IN', '₹1L'],
  [125_000_000, 'en-IN', '₹12.5L'],
  [1_200_000_000, 'en-IN', '₹1.2Cr'],
  [-600_000, 'en-IN', '-₹6K'],
])('%i paise are a short amount in %s', (amount, locale, text) => {
  expect(compactMoney({ amount, currency: 'INR' }, locale, 100)).toBe(text)
})

test('other regions count in thousands, millions and billions', () => {
  expect(compactMoney({ amount: 1_250_000_000, currency: 'EUR' }, 'en-IE', 100)).toBe('€12.5M')
  expect(compactMoney({ amount: 1_250_000_000, currency: 'EUR' }, 'de-DE', 100)).toMatch(/^12,5M\s€$/)
  expect(compactMoney({ amount: 6_000, currency: 'JPY' }, 'en-US', 1)).toBe('¥6K')
})
