import type { CartRow } from '../cart/cart-row.ts'
import { cheapest, shippingOptions } from '../cart/shipping-options.ts'
import type { Channel } from '../storefront/read-channel.ts'
import type { CouponRow } from './coupon-row.ts'
import { effectOf, judgeCoupon, type Refusal } from './judge-coupon.ts'

/** What a coupon would do for a cart, in minor units. One that only lacks goods saves what it would with just enough of them. */
export type Offer = { refusal: Refusal | null; saves: number }

/**
 * Holds a coupon that is not on the cart yet against it: beyond whether it counts (`judgeCoupon`) it must have something to take
 * off. Free delivery has nothing where delivery is free already. On the cart such a coupon stays, as the next change may need it.
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

/** Of the chosen delivery, else the cheapest, with goods worth at least `goods`; undefined where there is none. */
function deliveryPrice(row: CartRow, channel: Channel, goods: number): number | undefined {
  const subtotal = row.lines.reduce((total, line) => total + line.selling_price * line.quantity, 0)
  const methods = shippingOptions(row, Math.max(subtotal, goods), channel)
  const chosen = methods.find(({ code }) => code === row.shipping_method) ?? cheapest(methods)
  return chosen?.amount.amount
}
