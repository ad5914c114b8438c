import { isDelivered } from '#contract/rules/product-kind.ts'
import type { CartRow } from '#server/commerce/cart/model/cart-row.ts'
import { withoutVouchers } from '#server/commerce/cart/model/judge-cart-coupon.ts'
import { cheapest, shippingOptions } from '#server/commerce/cart/model/shipping-options.ts'
import type { CouponRow } from '#server/commerce/coupons/model/coupon-row.ts'
import { couponEffect } from '#server/commerce/coupons/rules/coupon-promotion.ts'
import { judgeCoupon, type Refusal } from '#server/commerce/coupons/rules/judge-coupon.ts'
import { evaluateCart } from '#server/commerce/promotions/cart-offers.ts'
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
export function judgeOffer(coupon: CouponRow, cart: CartRow | undefined, channel: Channel): Offer {
  const row = cart && withoutVouchers(cart)
  const refusal = judgeCoupon(coupon, row?.lines ?? []) ?? null
  if (refusal && refusal.because !== 'minimum') return { refusal, saves: 0 }
  if (!refusal && row?.offers) return besideOffers(coupon, row, channel)
  const { off_goods, off_delivery } = refusal
    ? atMinimum(coupon)
    : couponEffect(coupon, worthOf(row?.lines ?? []))
  if (coupon.type !== 'free_shipping' || !row) return { refusal, saves: off_goods }
  const delivery = deliveryOf(row, channel, refusal ? coupon.min_order : 0)?.price
  if (delivery === 0 && !refusal) return { refusal: { because: 'delivery-is-free' }, saves: 0 }
  return { refusal, saves: Math.min(off_delivery, delivery ?? 0) }
}

/** What the coupon saves beyond the promotions of the cart. */
function besideOffers(coupon: CouponRow, row: CartRow, channel: Channel): Offer {
  const delivery = deliveryOf(row, channel, 0) ?? null
  const savedWith = (one: CouponRow | null) => {
    const { lines, order, gifts, shipping } = evaluateCart(row, delivery, one)
    return [...lines, ...order, ...gifts, ...shipping].reduce((sum, { amount }) => sum + amount, 0)
  }
  const saves = savedWith(coupon) - savedWith(null)
  if (saves > 0) return { refusal: null, saves }
  const isFree = coupon.type === 'free_shipping' && delivery?.price === 0
  return { refusal: { because: isFree ? 'delivery-is-free' : 'offers-save-more' }, saves: 0 }
}

/** The effect on goods that are exactly worth the minimum. */
const atMinimum = (coupon: CouponRow) =>
  couponEffect({ ...coupon, item_ids: null }, [{ id: 0, worth: coupon.min_order }])

const worthOf = (lines: CartRow['lines']) =>
  lines.map(({ id, quantity, selling_price }) => ({ id, worth: quantity * selling_price }))

/** The chosen delivery, else the cheapest, with its price for items worth at least `goods`; undefined without a method. */
function deliveryOf(row: CartRow, channel: Channel, goods: number) {
  const subtotal = row.lines
    .filter(isDelivered)
    .reduce((total, line) => total + line.selling_price * line.quantity, 0)
  const methods = shippingOptions(row, Math.max(subtotal, goods), channel)
  const chosen = methods.find(({ code }) => code === row.shipping_method) ?? cheapest(methods)
  return chosen && { code: chosen.code, price: chosen.amount.amount }
}
