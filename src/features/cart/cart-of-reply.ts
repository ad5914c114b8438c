import { takeCart } from '#client/cart-store.ts'
import { showToast } from '#client/toasts.ts'
import type { Cart } from '#contract/cart.ts'
import type { Reply } from '#contract/envelope.ts'

/** The cart in a reply: refusals carry it too, unchanged (decisions §1.4). Other failures have none. */
export function cartOfReply(reply: Reply<Cart>): Cart | undefined {
  if (reply.status === 'success') return reply.data
  return isCart(reply.data) ? reply.data : undefined
}

/**
 * Keeps the cart that came with a reply, if any, and hands the reply on. Whatever was asked for, a coupon that was lost by it
 * is told: the totals have just risen.
 */
export function keepCart<R extends Reply<Cart>>(reply: R): R {
  const cart = cartOfReply(reply)
  if (cart) takeCart(cart)
  if (reply.status === 'success' && reply.data.coupon_notice) showToast('success', reply.data.coupon_notice)
  return reply
}

export const isCart = (data: unknown): data is Cart =>
  typeof data === 'object' && data !== null && 'items' in data && 'grand_total' in data
