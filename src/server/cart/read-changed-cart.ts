import type { Cart } from '#contract/cart.ts'
import type { Tx } from '../http/context.ts'
import type { Channel } from '../storefront/read-channel.ts'
import { readCartById } from './read-cart.ts'

/**
 * The cart at the end of a change. A coupon that the change has made void is taken off in the same transaction, and the
 * cart's `coupon_notice` says why. Decisions §3 (Coupon).
 */
export async function readChangedCart(tx: Tx, channel: Channel, id: number): Promise<Cart> {
  const cart = await readCartById(tx, channel, id)
  if (cart.coupon_notice !== null)
    await tx.updateTable('carts').set({ coupon_code: null }).where('id', '=', id).execute()
  return cart
}
