import type { CartRow } from '#server/commerce/cart/model/cart-row.ts'
import type { CouponRow } from '#server/commerce/coupons/model/coupon-row.ts'
import { type CouponEffect, judgeCoupon, type Refusal } from '#server/commerce/coupons/rules/judge-coupon.ts'

/** The coupon on a cart: one that applies, or the reason against it. */
export type CartCoupon =
  | { code: string; applies: true; coupon: CouponRow; effect: CouponEffect }
  | { code: string; applies: false; refusal: Refusal }

/**
 * Checks the cart's own coupon; null when there is none. An empty cart keeps its coupon without showing it,
 * so that it applies again when an item is added back.
 */
export function judgeCartCoupon({
  coupon_code: code,
  coupon,
  lines,
}: Pick<CartRow, 'coupon_code' | 'coupon' | 'lines'>): CartCoupon | null {
  if (code === null || lines.length === 0) return null
  if (!coupon) return { code, applies: false, refusal: { because: 'unknown' } }
  const verdict = judgeCoupon(coupon, lines)
  return verdict.applies ? { code, applies: true, coupon, effect: verdict } : { code, ...verdict }
}
