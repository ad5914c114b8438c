import type { Cart } from '#contract/cart.ts'
import { money } from '#contract/money.ts'
import { removedMessage } from '#server/commerce/coupons/rules/coupon-messages.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CartCoupon } from './judge-cart-coupon.ts'

type Around = {
  /** The discount, in minor units. */
  saved: number
  /** The price of the chosen delivery without it; undefined while none is chosen. */
  delivery: number | undefined
  channel: Channel
}

/** The coupon on the wire, or the reason why it was removed. Decisions §2. */
export function toCartCoupon(
  onCart: CartCoupon | null,
  { saved, delivery, channel }: Around,
): Pick<Cart, 'coupon' | 'coupon_notice'> {
  if (!onCart) return { coupon: null, coupon_notice: null }
  const { code } = onCart
  if (!onCart.applies) return { coupon: null, coupon_notice: removedMessage(code, onCart.refusal, channel) }
  const { title, type } = onCart.coupon
  // It stays on for a change that makes delivery cost something again.
  const description =
    type === 'free_shipping' && delivery === 0 ? `${title}. Delivery is already free for this cart` : title
  return {
    coupon: { code, description, discount: money(saved, channel.currency), is_automatic: false },
    coupon_notice: null,
  }
}
