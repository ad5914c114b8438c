import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feedMeasure, quantityThing, readContent, unitPrice } from './unit-price.ts'

const india = { currency: 'INR', locale: 'en-IN' }

test.for([
  ['250 ml', '250 ml'],
  [' 1,5KG ', '1.5 kg'],
  ['0.250 l', '0.25 l'],
  ['2 m2', '2 m²'],
  ['2sqm', '2 m²'],
  ['6 pieces', '6 piece'],
  ['1000000 g', '1000000 g'],
  ['10.00 m', '10 m'],
])('%s is read as %s', ([entered = '', text]) => {
  expect(readContent(entered)?.text).toBe(text)
})

test.for([
  ...[
    '',
    'ml',
    '250',
    '0 g',
    '-1 g',
    '1e3 g',
    '0x10 g',
    '1.2345 g',
    '1,000.5 g',
    '1000001 g',
    '2 oz',
    'Infinity g',
    '. g',
    '1 2 g',
  ],
  '9'.repeat(10_000),
])('%s is no content', (entered) => {
  expect(readContent(entered)).toBeUndefined()
})

test('the price per unit is rounded half up to the minor unit, exactly', () => {
  const price = fc.integer({ min: 0, max: 100_000_000_000 })
  fc.assert(
    fc.property(
      price,
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.constantFrom('g', 'kg'),
      (amount, thousandths, unit) => {
        const base = unit === 'g' ? 100 : 1
        const shown = unitPrice({ price: amount, content: `${thousandths / 1_000} ${unit}` }, india)
        const exact = BigInt(amount) * BigInt(base) * 1_000n
        const isTooLarge = exact > BigInt(Number.MAX_SAFE_INTEGER) * BigInt(thousandths)
        if (thousandths === base * 1_000 || isTooLarge) return shown === undefined
        const got = BigInt(shown?.price.amount ?? -1)
        // Twice the distance to the exact quotient is at most the divisor, and the middle goes up.
        const rest = 2n * (exact - got * BigInt(thousandths))
        return rest < BigInt(thousandths) && rest >= -BigInt(thousandths)
      },
    ),
    // A thousandth of a gram of the dearest goods: no amount is that large, and the page failed.
    { examples: [[90_071_992_548, 1, 'g']] },
  )
})

test('small packages have a price per 100 g or 100 ml, others one per unit; a package of that size has none', () => {
  const of = (price: number, content: string | null) => unitPrice({ price, content }, india)?.text
  expect(of(24_500, '500 g')).toBe('₹49 per 100\u00a0g')
  expect(of(24_500, '0.5 kg')).toBe('₹490 per kg')
  expect(of(9_999, '6 piece')).toBe('₹16.67 per piece')
  expect(of(24_500, '100 g')).toBeUndefined()
  expect(of(24_500, null)).toBeUndefined()
  expect(feedMeasure('2 m²')).toBe('2 sqm')
  expect(quantityThing('6 piece')).toEqual({ '@type': 'QuantitativeValue', value: 6, unitCode: 'C62' })
})
