import type { Db } from '#server/platform/kernel/context.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'

/** Sets the stock of the n-th demo variation without quantity limits, and returns it. */
export const stockVariation = (
  db: Db,
  { stock, nth }: { stock: number; nth: number },
): Promise<{ id: number }> =>
  db
    .updateTable('variations')
    .set({ stock, tracks_stock: true })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('variations')
        .innerJoin('products', 'products.id', 'variations.product_id')
        .select('variations.id')
        .where('variations.is_published', '=', true)
        .where('products.is_published', '=', true)
        .where('products.min_quantity', '=', 1)
        .where('products.customisation', 'is', null)
        .orderBy('variations.id')
        .offset(nth)
        .limit(1),
    )
    .returning('id')
    .executeTakeFirstOrThrow()

export const readStock = async (db: Db, { id }: { id: number }): Promise<number> =>
  (await db.selectFrom('variations').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock

let made = 0

/** A new product with one variation in the default channel, for ₹500. */
export async function makeProduct(
  db: Db,
  { stock = 10, ...product }: { stock?: number; name?: string; max_quantity?: number } = {},
) {
  made += 1
  const { id } = await db
    .insertInto('products')
    .values({ name: `Bowl ${made}`, slug: `bowl-of-auth-${made}`, ...product })
    .returning('id')
    .executeTakeFirstOrThrow()
  const variation = await db
    .insertInto('variations')
    .values({ product_id: id, sku: `AUTH-${made}`, is_default: true, stock })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: channel_id } = await readDefaultChannel(db)
  await db
    .insertInto('prices')
    .values({ variation_id: variation.id, channel_id, selling_price: 50_000, mrp: 50_000 })
    .execute()
  return { product_id: variation.id }
}
