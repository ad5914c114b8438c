import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/kernel/context.ts'

/**
 * How many products a query of ids finds, with the names of the first ones; undefined for none.
 * @param ids SQL: a select of one column
 */
export async function productsIn(
  tx: Tx,
  ids: RawBuilder<unknown>,
): Promise<{ count: number; names: string[] } | undefined> {
  const rows = await tx
    .selectFrom('products')
    .select(['name', sql<number>`count(*) over ()::integer`.as('count')])
    .where(sql<boolean>`products.id in (${ids})`)
    .orderBy('id')
    .limit(5)
    .execute()
  const [first] = rows
  return first && { count: first.count, names: rows.map(({ name }) => name) }
}
