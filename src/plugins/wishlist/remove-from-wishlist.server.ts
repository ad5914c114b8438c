import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { productNotInWishlist } from './refusals.server.ts'

/**
 * Removes a variation from the customer's wishlist. Decisions §4 (wishlist/remove).
 * @throws 404 when it is not on the list
 */
export async function removeFromWishlist(
  db: Db | Tx,
  customerId: number,
  variationId: number,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('wishlist_items')
    .where('customer_id', '=', customerId)
    .where('variation_id', '=', variationId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw productNotInWishlist()
}
