import type { Db, Tx } from '../http/context.ts'
import { notFound } from '../http/errors.ts'

/**
 * Takes a variation off the customer's wishlist. Decisions §4 (wishlist/remove).
 * @throws 404 when it is not on it
 */
export async function removeWish(db: Db | Tx, customerId: number, variationId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('wishlist_items')
    .where('customer_id', '=', customerId)
    .where('variation_id', '=', variationId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('This product is not in your wishlist')
}
