import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePrice } from './parse-price.ts'

const rupees = { decimals: 2, isCommaDecimal: false }
const euros = { decimals: 2, isCommaDecimal: true }

describe('parsePrice reads prices as people write them', () => {
  test.each([
    ['1299', 129_900],
    ['1299.5', 129_950],
    ['Rs 1,299.00', 129_900],
    ['Rs. 1,299.00', 129_900],
    ['₹1,299', 129_900],
    ['₹ 12,99,000.50', 129_900_050],
    ['INR 1299/-', 129_900],
    ['1 299.00', 129_900],
    ["1'299.00", 129_900],
    ['US$ 5', 500],
    ['5 EUR', 500],
    ['.99', 99],
    ['0', 0],
    ['12,5', 1250],
    ['1.299,00', 129_900],
    ['12.500000', 1250],
  ])('%s', (text, amount) => {
    expect(parsePrice(text, rupees)).toEqual({ amount })
  })

  test.each([
    ['1.299,00 €', 129_900],
    ['1.299', 129_900],
    ['89,9', 8990],
    ['1299.00', 129_900],
  ])('%s where the comma is decimal', (text, amount) => {
    expect(parsePrice(text, euros)).toEqual({ amount })
  })

  test('a currency without a fraction groups thousands by either separator', () => {
    const yen = { decimals: 0, isCommaDecimal: false }
    expect(parsePrice('¥1,299', yen)).toEqual({ amount: 1299 })
    expect(parsePrice('1299.00', yen)).toEqual({ amount: 1299 })
  })

  test('a currency with three decimals keeps them', () => {
    expect(parsePrice('1.299', { decimals: 3, isCommaDecimal: false })).toEqual({ amount: 1299 })
  })
})

describe('parsePrice refuses ambiguous prices', () => {
  test.each([
    ['-5', 'is negative'],
    ['Rs -5', 'is negative'],
    ['(5)', 'is negative'],
    ['abc', 'is not a price'],
    ['10-20', 'is not a price'],
    ['1.5k', 'is not a price'],
    ['2 lakh', 'is not a price'],
    ['1,29,9', 'is not a price'],
    ['1.2.3', 'is not a price'],
    ['1.299', 'has more than 2 decimals'],
    ['8901234567890123', 'is too large'],
  ])('%s', (text, reason) => {
    expect(parsePrice(text, rupees)).toEqual({ reason })
  })
})

test('parsePrice reads back every formatted amount in both locales', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (amount) => {
      const write = (locale: string) =>
        new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
          amount / 100,
        )
      expect(parsePrice(write('en-IN'), rupees)).toEqual({ amount })
      expect(parsePrice(write('en-US'), rupees)).toEqual({ amount })
      expect(parsePrice(write('de-DE'), euros)).toEqual({ amount })
    }),
  )
})
