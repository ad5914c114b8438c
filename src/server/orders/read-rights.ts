import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'
import { type Rights, rightsSql } from './order-rights.ts'

/** What the shop allows with an order now, for the transaction that does it. */
export async function readRights(tx: Tx, orderId: number): Promise<Rights> {
  const row = await rightsOfOrder.first(tx, orderId)
  if (!row) throw new Error(`There is no order ${orderId}`)
  return row.rights
}

const rightsOfOrder = prepared<{ rights: Rights }>(
  'rights of order',
  `select ${rightsSql('o')} as rights from orders o where o.id = $1::bigint`,
)
