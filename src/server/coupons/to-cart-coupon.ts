import type { Cart } from '#contract/cart.ts'
import { money } from '#contract/money.ts'
import type { Channel } from '../storefront/read-channel.ts'
import { removedWords } from './coupon-words.ts'
import type { CartCoupon } from './judge-cart.ts'

type Around = {
  /** What it took off, in minor units. */
  saved: number
  /** What the chosen delivery costs without it; undefined while none is chosen. */
  delivery: number | undefined
  channel: Channel
}

/** The coupon on the wire, or why it is not there any more. Decisions §2. */
export function toCartCoupon(
  onCart: CartCoupon | null,
  { saved, delivery, channel }: Around,
): Pick<Cart, 'coupon' | 'coupon_notice'> {
  if (!onCart) return { coupon: null, coupon_notice: null }
  const { code } = onCart
  if (!onCart.applies) return { coupon: null, coupon_notice: removedWords(code, onCart.refusal, channel) }
  const { title, type } = onCart.coupon
  // It stays on for the change that makes delivery cost something again.
  const description =
    type === 'free_shipping' && delivery === 0 ? `${title}. Delivery is already free for this cart` : title
  return {
    coupon: { code, description, discount: money(saved, channel.currency), is_automatic: false },
    coupon_notice: null,
  }
}
