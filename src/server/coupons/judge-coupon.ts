import { percentOf } from '#contract/money.ts'
import type { CartLineRow } from '../cart/cart-row.ts'
import type { CouponRow } from './coupon-row.ts'

/** What a coupon does to a cart, or why it does nothing. Money in minor units. */
export type Verdict = ({ applies: true } & CouponEffect) | { applies: false; refusal: Refusal }

export type CouponEffect = {
  /** Off the goods that the coupon is for; never more than they are worth. */
  off_goods: number
  /** Off the delivery, at most; no limit is `Infinity`. */
  off_delivery: number
}

export type Refusal =
  | { because: 'unknown' | 'off' | 'early' | 'ended' | 'used-up' }
  | { because: 'not-first' | 'used-before' | 'not-for-these' | 'empty' | 'delivery-is-free' }
  /** Goods worth `needed` are asked for, and `missing` is what the cart lacks. */
  | { because: 'minimum'; needed: number; missing: number; isForEverything: boolean }

type Line = Pick<CartLineRow, 'id' | 'quantity' | 'selling_price'>

/**
 * Holds a coupon against a cart: the one place where it is decided whether it counts, asked again at every reading of the
 * cart. Minimum and percentage go by the goods that the coupon is for, at today's prices. Decisions §3 (Coupon), issue C.
 */
export function judgeCoupon(coupon: CouponRow, lines: readonly Line[]): Verdict {
  const goods = goodsFor(coupon, lines)
  const refusal = refusalOf(coupon, lines, goods)
  return refusal ? { applies: false, refusal } : { applies: true, ...effectOf(coupon, goods) }
}

/** What it takes off `goods`. A percentage is rounded half up for the order (decisions §1.2). */
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

/** What no cart can mend comes first, what a fuller one mends last. */
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
