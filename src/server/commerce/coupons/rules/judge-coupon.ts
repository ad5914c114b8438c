import type { CouponRow } from '../model/coupon-row.ts'

export type Refusal =
  | { because: 'unknown' | 'off' | 'early' | 'ended' | 'used-up' }
  | { because: 'not-first' | 'used-before' | 'not-for-these' | 'empty' | 'delivery-is-free' }
  | { because: 'offers-save-more' }
  /** So many more of the eligible items. */
  | { because: 'pieces'; missing: number }
  /** The eligible items must be worth `needed`, and the cart lacks `missing`. */
  | { because: 'minimum'; needed: number; missing: number; isForEverything: boolean }

/** The price is in minor units. */
type Line = { id: number; quantity: number; selling_price: number }

/**
 * The reason against a coupon on a cart, undefined if it applies; no other code decides it, and every read of the cart repeats it. Minimum
 * and percentage use the eligible items at current prices. What it takes off is calculated with all promotions (`coupon-promotion.ts`).
 * Decisions §3 (Coupon), issue C.
 */
export const judgeCoupon = (coupon: CouponRow, lines: readonly Line[]): Refusal | undefined =>
  refusalOf(coupon, lines, goodsFor(coupon, lines))

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
