import type { CartRow } from '#server/commerce/cart/model/cart-row.ts'
import { cheapest, shippingOptions } from '#server/commerce/cart/model/shipping-options.ts'
import type { CouponRow } from '#server/commerce/coupons/model/coupon-row.ts'
import { effectOf, judgeCoupon, type Refusal } from '#server/commerce/coupons/rules/judge-coupon.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'

/**
 * The effect that a coupon would have on a cart, in minor units. One below its minimum shows the saving at
 * exactly that minimum.
 */
export type Offer = { refusal: Refusal | null; saves: number }

/**
 * Checks a coupon that is not on the cart yet: it must apply (`judgeCoupon`) and have an effect, which free
 * delivery lacks where delivery is already free. A coupon on the cart stays without an effect, because the
 * next change may need it.
 */
export function judgeOffer(coupon: CouponRow, row: CartRow | undefined, channel: Channel): Offer {
  const verdict = judgeCoupon(coupon, row?.lines ?? [])
  const refusal = verdict.applies ? null : verdict.refusal
  if (refusal && refusal.because !== 'minimum') return { refusal, saves: 0 }
  const effect = verdict.applies ? verdict : effectOf(coupon, coupon.min_order)
  if (coupon.type !== 'free_shipping' || !row) return { refusal, saves: effect.off_goods }
  const delivery = deliveryPrice(row, channel, refusal ? coupon.min_order : 0)
  if (delivery === 0 && !refusal) return { refusal: { because: 'delivery-is-free' }, saves: 0 }
  return { refusal, saves: Math.min(effect.off_delivery, delivery ?? 0) }
}

/**
 * The price of the chosen delivery, else the cheapest, with items worth at least `goods`; undefined without a
 * method.
 */
function deliveryPrice(row: CartRow, channel: Channel, goods: number): number | undefined {
  const subtotal = row.lines.reduce((total, line) => total + line.selling_price * line.quantity, 0)
  const methods = shippingOptions(row, Math.max(subtotal, goods), channel)
  const chosen = methods.find(({ code }) => code === row.shipping_method) ?? cheapest(methods)
  return chosen?.amount.amount
}
