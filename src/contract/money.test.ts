import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  decimalsOf,
  formatMoney,
  money,
  PLAIN_FORMATS,
  percentOf,
  spread,
  taxContained,
  taxOnTop,
} from './money.ts'

const amount = fc.integer({ min: 0, max: 10_000_000_000 })
const rate = fc.integer({ min: 0, max: 10_000 })
const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)

test('an amount is a safe integer, never a fraction', () => {
  expect(money(149_900, 'INR')).toEqual({ amount: 149_900, currency: 'INR' })
  for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    expect(() => money(wrong, 'INR')).toThrow(RangeError)
})

test('the parts of a spread amount sum to it exactly', () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 100 }), (whole, weights) => {
      expect(sum(spread(whole, weights))).toBe(whole)
    }),
    { numRuns: 2_000 },
  )
})

test('no part of a discount exceeds its line or differs by more than one unit from its exact share', () => {
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 30 }),
      fc.nat(1_000_000),
      (weights, millionth) => {
        const total = sum(weights)
        const discount = Math.floor((total / 1_000_000) * millionth)
        for (const [at, part] of spread(discount, weights).entries()) {
          const weight = weights[at] ?? 0
          expect(part).toBeGreaterThanOrEqual(0)
          if (total > 0) expect(part).toBeLessThanOrEqual(weight)
          const off = BigInt(part) * BigInt(total) - BigInt(discount) * BigInt(weight)
          expect((off < 0n ? -off : off) < BigInt(total) || total === 0).toBe(true)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('equal remainders go to the earlier line', () => {
  expect(spread(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(spread(2, [1, 1, 1])).toEqual([1, 1, 0])
  expect(spread(5, [0, 0])).toEqual([5, 0])
  expect(spread(5, [])).toEqual([])
})

test('a percentage is rounded half up', () => {
  expect(percentOf(149_900, 10)).toBe(14_990)
  expect(percentOf(5, 10)).toBe(1)
  expect(percentOf(4, 10)).toBe(0)
  expect(percentOf(1_000, 12.5)).toBe(125)
})

test('contained tax and net sum to the price, and the tax is the nearest whole unit', () => {
  fc.assert(
    fc.property(amount, rate, (gross, bp) => {
      const tax = taxContained(gross, bp)
      // |tax - gross * rate / (10000 + rate)| <= 1/2, in whole numbers
      const off = BigInt(tax) * BigInt(10_000 + bp) - BigInt(gross) * BigInt(bp)
      expect(2n * (off < 0n ? -off : off) <= BigInt(10_000 + bp)).toBe(true)
      expect(tax).toBeGreaterThanOrEqual(0)
      expect(tax).toBeLessThanOrEqual(gross)
    }),
    { numRuns: 2_000 },
  )
  expect(taxContained(11_800, 1_800)).toBe(1_800)
  expect(taxContained(100, 0)).toBe(0)
})

test('a tax of two parts is even, and each half is rounded by itself', () => {
  // 18 % of ₹ 79.05 is 1,422.9: two halves of 711.45.
  expect(taxOnTop(7_905, 1_800)).toBe(1_423)
  expect(taxOnTop(7_905, 1_800, 2)).toBe(1_422)
  expect(taxContained(7_901, 1_800)).toBe(1_205)
  expect(taxContained(7_901, 1_800, 2)).toBe(1_206)
})

test('tax on top is rounded half up', () => {
  expect(taxOnTop(10_000, 1_800)).toBe(1_800)
  expect(taxOnTop(5, 1_000)).toBe(1)
  expect(taxOnTop(4, 1_000)).toBe(0)
})

test('a whole amount is shown without decimals, in the locale’s format', () => {
  expect(formatMoney(money(149_900, 'INR'), 'en-IN')).toBe('₹1,499')
  expect(formatMoney(money(149_950, 'INR'), 'en-IN')).toBe('₹1,499.50')
  expect(formatMoney(money(12_345_600, 'INR'), 'en-IN')).toBe('₹1,23,456')
  expect(formatMoney(money(1_500, 'JPY'), 'en')).toBe('¥1,500')
})

test('currencies have no, two or three decimals', () => {
  expect(['JPY', 'INR', 'KWD'].map((currency) => decimalsOf(currency))).toEqual([0, 2, 3])
})

test('a contained tax that comes out at exactly half a unit is rounded up', () => {
  expect(taxContained(14, 1200)).toBe(2)
})

test('common currencies are formatted without Intl as Intl formats them', () => {
  const amount = fc.oneof(
    fc.integer({ min: -200_000, max: 200_000 }),
    fc.integer({ min: -(10 ** 13), max: 10 ** 13 }),
  )
  for (const key of PLAIN_FORMATS.keys()) {
    const [locale = '', currency = ''] = key.split(' ')
    const full = new Intl.NumberFormat(locale, { style: 'currency', currency })
    const whole = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 })
    fc.assert(
      fc.property(
        fc.oneof(
          amount,
          amount.map((value) => value * 100),
        ),
        (value) => {
          const format = value % 100 === 0 ? whole : full
          expect(formatMoney(money(value + 0, currency), locale)).toBe(format.format(value / 100))
        },
      ),
      { numRuns: 2_000 },
    )
  }
})

test('a page that shows prices in a common currency creates no formatter of Intl', () => {
  const made = vi.spyOn(Intl, 'NumberFormat')
  formatMoney(money(149_900, 'USD'), 'en-US')
  formatMoney(money(149_950, 'USD'), 'en-US')
  expect(made).not.toHaveBeenCalled()
})
