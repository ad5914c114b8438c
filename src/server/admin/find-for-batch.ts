import { sql } from 'kysely'
import { mostInBatch } from '#contract/admin/order-tabs.ts'
import type { OrderFilter } from '#contract/admin/orders.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { type FilterReader, filteredOrders } from './order-search.ts'
import { tabConditions } from './order-tabs.ts'

/** Orders that the action concerns: those that the tabs "To pack" and "To ship" count. */
const concerned = {
  pack: tabConditions.to_pack,
  ship: sql`(${tabConditions.to_pack} or ${tabConditions.to_ship})`,
  book: sql`(${tabConditions.to_pack} or ${tabConditions.to_ship})`,
  organize: sql`true`,
}

/** The ids of the orders of a list that the action concerns, the oldest first, at most `mostInBatch`. */
export async function findForBatch(
  tx: Tx,
  filter: OrderFilter,
  reader: FilterReader,
  action: keyof typeof concerned,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${filteredOrders(filter, reader) ?? sql`orders`} found
    where ${tabConditions[filter.tab]} and ${concerned[action]}
    order by id limit ${mostInBatch}`.execute(tx)
  return rows.map(({ id }) => id)
}
