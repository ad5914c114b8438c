import { isVoucher } from '#contract/rules/product-kind.ts'
import type { OfferContext, Promotion } from '#contract/rules/promotions/promotion.ts'
import type { CartRow } from '#server/commerce/cart/model/cart-row.ts'
import type { CouponRow } from '#server/commerce/coupons/model/coupon-row.ts'
import { judgeCoupon, type Refusal } from '#server/commerce/coupons/rules/judge-coupon.ts'
import { evaluateCart } from '#server/commerce/promotions/cart-offers.ts'

/** The code on a cart: of a coupon or of a promotion that applies, or the reason against it. */
export type CartCoupon =
  | { code: string; applies: true; coupon: CouponRow | null; promotion: Promotion | null }
  | { code: string; applies: false; refusal: Refusal }

type WithCode = Pick<CartRow, 'coupon_code' | 'coupon' | 'lines' | 'gifts' | 'offers' | 'payment_method'>

/**
 * Checks the cart's own code; null when there is none. An empty cart keeps its code without showing it,
 * so that it applies again when an item is added back.
 */
export function judgeCartCoupon(cart: WithCode): CartCoupon | null {
  const row = withoutVouchers(cart)
  const { coupon_code: code, coupon, lines, offers } = row
  if (code === null || cart.lines.length === 0) return null
  const promotion = offers?.promotions.find((one) => one.code === code) ?? null
  if (!coupon && !promotion) return { code, applies: false, refusal: { because: 'unknown' } }
  const refusal = coupon ? judgeCoupon(coupon, lines) : promotion && judgePromotion(promotion, row)
  return refusal ? { code, applies: false, refusal } : { code, applies: true, coupon, promotion }
}

/** The part of a cart that discounts are for. */
export const withoutVouchers = <Row extends Pick<CartRow, 'lines'>>(row: Row): Row =>
  row.lines.some(isVoucher) ? { ...row, lines: row.lines.filter((line) => !isVoucher(line)) } : row

/** The reason against a promotion with a code, by itself; undefined if it applies. */
export function judgePromotion(promotion: Promotion, row: WithCode): Refusal | undefined {
  if (!row.offers) return { because: 'unknown' }
  const { context, keys } = row.offers
  const offers = { context, keys, promotions: [promotion] }
  const { lines, order, gifts, shipping, messages } = evaluateCart({ ...row, offers }, null, null)
  const [message] = messages
  if (message) {
    const { missing, needed, unit } = message
    const isForEverything = promotion.scope.any_of === null || promotion.conditions.minimum.of === 'cart'
    return unit === 'amount'
      ? { because: 'minimum', needed, missing, isForEverything }
      : { because: 'pieces', missing }
  }
  return lines.length + order.length + gifts.length + shipping.length > 0
    ? undefined
    : { because: reasonOf(promotion, context) }
}

function reasonOf({ key, starts_at, ends_at, conditions }: Promotion, context: OfferContext) {
  if (ends_at !== null && ends_at < context.now) return 'ended'
  if (starts_at !== null && starts_at > context.now) return 'early'
  if (context.limits.get(key)?.is_used_up) return 'used-up'
  return conditions.is_first_order_only && context.has_ordered ? 'not-first' : 'not-for-these'
}
