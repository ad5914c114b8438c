import type { Cart } from '#contract/cart.ts'
import { money } from '#contract/money.ts'
import type { Channel } from '../storefront/read-channel.ts'
import { removedWords } from './coupon-words.ts'
import type { CartCoupon } from './judge-cart.ts'

/** The coupon on the wire, or why it is not there any more. `saved`: what it took off, in minor units. Decisions §2. */
export function toCartCoupon(
  onCart: CartCoupon | null,
  saved: number,
  channel: Channel,
): Pick<Cart, 'coupon' | 'coupon_notice'> {
  if (!onCart) return { coupon: null, coupon_notice: null }
  const { code } = onCart
  if (!onCart.applies) return { coupon: null, coupon_notice: removedWords(code, onCart.refusal, channel) }
  const { title } = onCart.coupon
  const discount = money(saved, channel.currency)
  return { coupon: { code, description: title, discount, is_automatic: false }, coupon_notice: null }
}
