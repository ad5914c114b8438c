import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Charges, computeTotals, type PricedLine } from './compute-totals.ts'

const line: fc.Arbitrary<PricedLine> = fc.record({
  quantity: fc.integer({ min: 1, max: 9_999 }),
  unit_price: fc.integer({ min: 0, max: 100_000_000 }),
  tax_rate: fc.constantFrom(0, 500, 1_200, 1_800, 2_800, 10_000),
  off: fc.constant(0),
  is_discounted: fc.boolean(),
})
const charges: fc.Arbitrary<Charges> = fc.record({
  discount: fc.integer({ min: 0, max: 1_000_000_000 }),
  shipping: fc.integer({ min: 0, max: 100_000 }),
  payment_fee: fc.integer({ min: 0, max: 10_000 }),
  is_tax_included: fc.boolean(),
  charges_tax_rate: fc.constantFrom(0, 500, 1_800),
  tax_parts: fc.constantFrom(1, 2),
})
const untaxed = { charges_tax_rate: 0, tax_parts: 1 } as const
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

test('every sum of a random cart is exact and not negative', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 100 }), charges, (lines, given) => {
      const totals = computeTotals(lines, given)
      const { subtotal, discount_total, shipping_total, payment_fee, tax_total, grand_total } = totals

      expect(sum(totals.lines.map(({ goods }) => goods))).toBe(subtotal)
      expect(sum(totals.lines.map(({ discount }) => discount))).toBe(discount_total)
      const chargesTaxes = [totals.shipping_tax, totals.payment_fee_tax]
      const taxes = [...totals.lines.map(({ tax }) => tax), ...chargesTaxes]
      expect(sum(taxes)).toBe(tax_total)
      expect(taxes.every((tax) => tax >= 0 && tax % given.tax_parts === 0)).toBe(true)
      if (given.is_tax_included) {
        expect(totals.shipping_tax).toBeLessThanOrEqual(shipping_total)
        expect(totals.payment_fee_tax).toBeLessThanOrEqual(payment_fee)
      }
      expect(sum(totals.lines.map(({ total }) => total))).toBe(subtotal - discount_total)
      const discounted = lines.filter(({ is_discounted }) => is_discounted)
      const most = sum(discounted.map(({ quantity, unit_price }) => quantity * unit_price))
      expect(discount_total).toBe(Math.min(given.discount, most))
      const onTop = given.is_tax_included ? 0 : tax_total
      expect(grand_total).toBe(subtotal - discount_total + shipping_total + payment_fee + onTop)
      for (const [at, { goods, discount, tax, total }] of totals.lines.entries()) {
        expect(total).toBe(goods - discount)
        if (!lines[at]?.is_discounted) expect(discount).toBe(0)
        expect(Math.min(discount, tax, total)).toBeGreaterThanOrEqual(0)
      }
      expect(
        Object.values(totals)
          .flat()
          .every((part) => typeof part === 'object' || Number.isSafeInteger(part)),
      ).toBe(true)
    }),
    { numRuns: 3_000 },
  )
})

test('tax is included in an inclusive price, after the line’s discount', () => {
  const totals = computeTotals(
    [
      { quantity: 1, unit_price: 11_800, tax_rate: 1_800, off: 0, is_discounted: true },
      { quantity: 2, unit_price: 5_250, tax_rate: 500, off: 0, is_discounted: true },
    ],
    { ...untaxed, discount: 2_230, shipping: 7_900, payment_fee: 4_000, is_tax_included: true },
  )

  expect(totals).toEqual({
    lines: [
      { goods: 11_800, discount: 1_180, tax: 1_620, total: 10_620 },
      { goods: 10_500, discount: 1_050, tax: 450, total: 9_450 },
    ],
    subtotal: 22_300,
    discount_total: 2_230,
    shipping_total: 7_900,
    payment_fee: 4_000,
    shipping_tax: 0,
    payment_fee_tax: 0,
    tax_total: 2_070,
    grand_total: 31_970,
  })
})

test('tax is added to prices that exclude it, and to the delivery and the fee', () => {
  const totals = computeTotals(
    [{ quantity: 1, unit_price: 10_000, tax_rate: 1_800, off: 0, is_discounted: true }],
    {
      discount: 0,
      shipping: 7_905,
      payment_fee: 4_000,
      is_tax_included: false,
      charges_tax_rate: 1_800,
      tax_parts: 2,
    },
  )

  expect(totals).toMatchObject({ shipping_tax: 1_422, payment_fee_tax: 720, tax_total: 3_942 })
  expect(totals.grand_total).toBe(10_000 + 7_905 + 4_000 + 3_942)
})
