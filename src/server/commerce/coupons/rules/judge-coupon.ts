import { percentOf } from '#contract/money.ts'
import type { CouponRow } from '../model/coupon-row.ts'

/** The effect of a coupon on a cart, or the reason against it. Money in minor units. */
export type Verdict = ({ applies: true } & CouponEffect) | { applies: false; refusal: Refusal }

export type CouponEffect = {
  /** Discount on the eligible items; never more than their value. */
  off_goods: number
  /** Maximum discount on the delivery; `Infinity` without a limit. */
  off_delivery: number
}

export type Refusal =
  | { because: 'unknown' | 'off' | 'early' | 'ended' | 'used-up' }
  | { because: 'not-first' | 'used-before' | 'not-for-these' | 'empty' | 'delivery-is-free' }
  /** The eligible items must be worth `needed`, and the cart lacks `missing`. */
  | { because: 'minimum'; needed: number; missing: number; isForEverything: boolean }

/** The price is in minor units. */
type Line = { id: number; quantity: number; selling_price: number }

/**
 * Checks a coupon against a cart; no other code decides whether it applies, and every read of the cart
 * repeats it. Minimum and percentage use the eligible items at current prices. Decisions §3 (Coupon), issue
 * C.
 */
export function judgeCoupon(coupon: CouponRow, lines: readonly Line[]): Verdict {
  const goods = goodsFor(coupon, lines)
  const refusal = refusalOf(coupon, lines, goods)
  return refusal ? { applies: false, refusal } : { applies: true, ...effectOf(coupon, goods) }
}

/** The discount on `goods`. A percentage is rounded half up for the order (decisions §1.2). */
export function effectOf({ type, value, max_discount }: CouponRow, goods: number): CouponEffect {
  const most = max_discount ?? Number.POSITIVE_INFINITY
  if (type === 'free_shipping') return { off_goods: 0, off_delivery: most }
  const off = type === 'percentage' ? percentOf(goods, value) : value
  return { off_goods: Math.min(off, most, goods), off_delivery: 0 }
}

export const isFor = ({ item_ids }: Pick<CouponRow, 'item_ids'>, line: Pick<Line, 'id'>) =>
  item_ids === null || item_ids.includes(line.id)

const goodsFor = (coupon: CouponRow, lines: readonly Line[]) =>
  lines
    .filter((line) => isFor(coupon, line))
    .reduce((total, { quantity, selling_price }) => total + quantity * selling_price, 0)

/** Reasons that no cart can resolve come first, the minimum value last. */
function refusalOf(coupon: CouponRow, lines: readonly Line[], goods: number): Refusal | undefined {
  if (!coupon.is_active) return { because: 'off' }
  if (coupon.is_ended) return { because: 'ended' }
  if (!coupon.is_started) return { because: 'early' }
  if (coupon.is_used_up) return { because: 'used-up' }
  if (coupon.has_ordered) return { because: 'not-first' }
  if (coupon.limit_of_shopper !== null && coupon.uses_of_shopper >= coupon.limit_of_shopper)
    return { because: 'used-before' }
  if (lines.length > 0 && !lines.some((line) => isFor(coupon, line))) return { because: 'not-for-these' }
  const { min_order: needed, is_for_everything: isForEverything } = coupon
  if (goods < needed) return { because: 'minimum', needed, missing: needed - goods, isForEverything }
  return lines.length === 0 ? { because: 'empty' } : undefined
}
