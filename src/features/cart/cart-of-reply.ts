import { cartStore, setCartIfNewer } from '#client/cart-store.ts'
import { emitCartChange } from '#client/event-items.ts'
import { showToast } from '#client/toasts.ts'
import type { Cart } from '#contract/cart.ts'
import type { Reply } from '#contract/envelope.ts'

/** The cart in a reply: refusals contain it too, unchanged (decisions §1.4). Other failures have none. */
export function cartOfReply(reply: Reply<Cart>): Cart | undefined {
  if (reply.status === 'success') return reply.data
  return isCart(reply.data) ? reply.data : undefined
}

/**
 * Stores the cart of a reply, if any, and returns the reply. Reports a coupon that the change invalidated,
 * because the totals have risen, and emits changes of the items for analytics.
 * @param added the requested line
 */
export function applyCartReply<R extends Reply<Cart>>(
  reply: R,
  added?: Parameters<typeof emitCartChange>[2],
): R {
  if (reply.status === 'success') emitCartChange(cartStore.getState().cart, reply.data, added)
  const cart = cartOfReply(reply)
  if (cart) setCartIfNewer(cart)
  if (reply.status === 'success' && reply.data.coupon_notice) showToast('success', reply.data.coupon_notice)
  return reply
}

export const isCart = (data: unknown): data is Cart =>
  typeof data === 'object' && data !== null && 'items' in data && 'grand_total' in data
