import type { Db } from '../http/context.ts'

/** For tests: the n-th variation of the demo shop that anybody may order in any number; it has exactly this stock now. */
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
