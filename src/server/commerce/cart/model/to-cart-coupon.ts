import type { Cart } from '#contract/cart.ts'
import { money } from '#contract/money.ts'
import type { NamedDiscount } from '#contract/rules/promotions/named-discounts.ts'
import { removedMessage } from '#server/commerce/coupons/rules/coupon-messages.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CartCoupon } from './judge-cart-coupon.ts'

type Around = {
  /** What each promotion and the coupon take off the cart. */
  discounts: readonly NamedDiscount[]
  /** The price of the chosen delivery without it; undefined while none is chosen. */
  delivery: number | undefined
  channel: Channel
}

/** The coupon on the wire, or the reason why it was removed. Decisions §2. */
export function toCartCoupon(
  onCart: CartCoupon | null,
  { discounts, delivery, channel }: Around,
): Pick<Cart, 'coupon' | 'coupon_notice'> {
  if (!onCart) return { coupon: null, coupon_notice: null }
  const { code } = onCart
  if (!onCart.applies) return { coupon: null, coupon_notice: removedMessage(code, onCart.refusal, channel) }
  const title = onCart.coupon?.title ?? onCart.promotion?.name ?? code
  const saved = discounts.reduce((sum, one) => sum + (one.code === code ? one.amount : 0), 0)
  // It stays on for a change that makes delivery cost something, or other offers save less.
  const isOfDelivery = onCart.coupon?.type === 'free_shipping'
  const note = isOfDelivery && delivery === 0 ? '. Delivery is already free for this cart' : ''
  const isLeftOut = saved === 0 && discounts.length > 0
  return {
    coupon: {
      code,
      description: isLeftOut ? `${title}. The other offers of your cart save more` : title + note,
      discount: money(saved, channel.currency),
      is_automatic: false,
    },
    coupon_notice: null,
  }
}
