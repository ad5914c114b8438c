import type { Cart } from '#contract/cart.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { readCartById } from './read-cart.ts'

/**
 * The cart at the end of a change. A coupon that the change has invalidated is removed in the same
 * transaction, and the cart's `coupon_notice` states the reason. Decisions §3 (Coupon).
 */
export async function readChangedCart(tx: Tx, channel: Channel, id: number): Promise<Cart> {
  const cart = await readCartById(tx, channel, id)
  if (cart.coupon_notice !== null)
    await tx.updateTable('carts').set({ coupon_code: null }).where('id', '=', id).execute()
  return cart
}
