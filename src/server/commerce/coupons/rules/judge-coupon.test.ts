import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeTotals } from '#server/commerce/cart/model/compute-totals.ts'
import { openCoupon } from '../coupon.test-support.ts'
import { couponEffect } from './coupon-promotion.ts'
import { isFor, judgeCoupon } from './judge-coupon.ts'

const coupon = { ...openCoupon, value: 10 }
const line = { id: 7, quantity: 2, selling_price: 50_000 }
const effectOn = (given: typeof coupon, lines: readonly (typeof line)[]) =>
  couponEffect(
    given,
    lines.map(({ id, quantity, selling_price }) => ({ id, worth: quantity * selling_price })),
  )
const refused = (because: string) => expect.objectContaining({ because })

test('a coupon without conditions applies to every cart with items', () => {
  expect(judgeCoupon(coupon, [line])).toBeUndefined()
  expect(effectOn(coupon, [line])).toEqual({ off_goods: 10_000, off_delivery: 0 })
  expect(judgeCoupon(coupon, [])).toEqual(refused('empty'))
})

test('reasons that no cart can resolve are reported before the minimum value', () => {
  const hopeless = { ...coupon, min_order: 999_999, has_ordered: true, is_used_up: true, is_ended: true }

  expect(judgeCoupon({ ...hopeless, is_active: false }, [line])).toEqual(refused('off'))
  expect(judgeCoupon(hopeless, [line])).toEqual(refused('ended'))
  expect(judgeCoupon({ ...hopeless, is_ended: false }, [line])).toEqual(refused('used-up'))
  expect(judgeCoupon({ ...hopeless, is_ended: false, is_used_up: false }, [line])).toEqual(
    refused('not-first'),
  )
})

test('a shopper may use a coupon up to its limit', () => {
  const twice = { ...coupon, limit_of_shopper: 2 }

  expect(judgeCoupon({ ...twice, uses_of_shopper: 1 }, [line])).toBeUndefined()
  expect(judgeCoupon({ ...twice, uses_of_shopper: 2 }, [line])).toEqual(refused('used-before'))
})

test('the minimum is inclusive, and counts eligible items only', () => {
  const needy = { ...coupon, min_order: 100_000 }

  expect(judgeCoupon(needy, [line])).toBeUndefined()
  expect(judgeCoupon({ ...needy, min_order: 100_001 }, [line])).toEqual({
    ...{ because: 'minimum', needed: 100_001, missing: 1, isForEverything: true },
  })
  const other = { id: 8, quantity: 1, selling_price: 900_000 }
  expect(judgeCoupon({ ...needy, item_ids: [8] }, [line, other])).toBeUndefined()
  expect(judgeCoupon({ ...needy, item_ids: [7], min_order: 100_001 }, [line, other])).toEqual(
    refused('minimum'),
  )
  expect(judgeCoupon({ ...needy, item_ids: [9] }, [line, other])).toEqual(refused('not-for-these'))
})

const anyLines = fc
  .array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 9_999 }),
      selling_price: fc.integer({ min: 0, max: 100_000_000 }),
      tax_rate: fc.constantFrom(0, 500, 1_200, 1_800, 2_800),
    }),
    { maxLength: 40 },
  )
  .map((lines) => lines.map((line, at) => ({ ...line, id: at + 1 })))

const anyCoupon = fc
  .record({
    type: fc.constantFrom('percentage', 'fixed', 'free_shipping'),
    percent: fc.integer({ min: 0, max: 100 }),
    amount: fc.integer({ min: 0, max: 1_000_000_000 }),
    max_discount: fc.option(fc.integer({ min: 1, max: 100_000_000 })),
    min_order: fc.integer({ min: 0, max: 1_000_000 }),
    item_ids: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 40 }))),
  })
  .map(({ percent, amount, ...given }) => ({
    ...coupon,
    ...given,
    value: given.type === 'percentage' ? percent : amount,
  }))

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

test('for random carts and coupons the totals add up and are never negative', () => {
  let counted = 0
  fc.assert(
    fc.property(
      anyLines,
      anyCoupon,
      fc.integer({ min: 0, max: 100_000 }),
      fc.boolean(),
      (lines, given, delivery, is_tax_included) => {
        if (judgeCoupon(given, lines)) return
        const verdict = effectOn(given, lines)
        counted += 1
        const shipping = Math.max(0, delivery - verdict.off_delivery)

        const totals = computeTotals(
          lines.map((line) => ({
            quantity: line.quantity,
            unit_price: line.selling_price,
            tax_rate: line.tax_rate,
            off: 0,
            is_discounted: isFor(given, line),
          })),
          {
            ...{ discount: verdict.off_goods, shipping, payment_fee: 0, is_tax_included },
            ...{ charges_tax_rate: 0, tax_parts: 1 },
          },
        )

        const { subtotal, discount_total, shipping_total, tax_total, grand_total } = totals
        const meant = sum(lines.map((line, at) => (isFor(given, line) ? (totals.lines[at]?.goods ?? 0) : 0)))
        expect(discount_total).toBe(verdict.off_goods)
        expect(discount_total).toBeLessThanOrEqual(Math.min(meant, given.max_discount ?? meant))
        expect(meant).toBeGreaterThanOrEqual(given.min_order)
        if (given.type === 'percentage' && given.max_discount === null)
          // Rounded half up, computed independently with BigInt.
          expect(BigInt(discount_total)).toBe((BigInt(meant) * BigInt(given.value) + 50n) / 100n)
        expect(sum(totals.lines.map(({ discount }) => discount))).toBe(discount_total)
        expect(sum(totals.lines.map(({ total }) => total))).toBe(subtotal - discount_total)
        expect(sum(totals.lines.map(({ tax }) => tax))).toBe(tax_total)
        const onTop = is_tax_included ? 0 : tax_total
        expect(subtotal - discount_total + shipping_total + onTop).toBe(grand_total)
        for (const [at, { discount, total, tax }] of totals.lines.entries()) {
          expect(Math.min(discount, total, tax)).toBeGreaterThanOrEqual(0)
          if (!isFor(given, lines[at] ?? { id: 0 })) expect(discount).toBe(0)
        }
      },
    ),
    { numRuns: 5_000 },
  )
  expect(counted).toBeGreaterThan(1_000)
})
