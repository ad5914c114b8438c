import { sql } from 'kysely'
import { mostInBatch, type OrderTab, type WaitingPayment } from '#contract/admin/order-tabs.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { matchingOrders, waitingOrders } from './order-search.ts'
import { tabConditions } from './order-tabs.ts'

export type OrderFilter = {
  tab: OrderTab
  q?: string | undefined
  waiting?: WaitingPayment | undefined
}

/** Orders that the action concerns: those that the tabs "To pack" and "To ship" count. */
const concerned = {
  pack: tabConditions.to_pack,
  ship: sql`(${tabConditions.to_pack} or ${tabConditions.to_ship})`,
}

/** The ids of the orders of a list that can be packed or shipped, the oldest first, at most `mostInBatch`. */
export async function findForBatch(
  tx: Tx,
  { tab, q = '', waiting }: OrderFilter,
  action: 'pack' | 'ship',
): Promise<number[]> {
  const searched = q === '' ? undefined : matchingOrders(q)
  const matching = (waiting ? waitingOrders(waiting, searched) : searched) ?? sql`orders`
  const { rows } = await sql<{ id: number }>`
    select id from ${matching} found where ${tabConditions[tab]} and ${concerned[action]}
    order by id limit ${mostInBatch}`.execute(tx)
  return rows.map(({ id }) => id)
}
