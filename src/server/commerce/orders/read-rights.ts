import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { type Rights, rightsSql } from './order-rights.ts'

/** The actions that the shop allows for an order now, read within the transaction that performs one. */
export async function readRights(tx: Tx, orderId: number): Promise<Rights> {
  const row = await rightsOfOrder.first(tx, orderId)
  if (!row) throw new Error(`There is no order ${orderId}`)
  return row.rights
}

const rightsOfOrder = prepared<{ rights: Rights }>(
  'rights of order',
  `select ${rightsSql('o')} as rights from orders o where o.id = $1::bigint`,
)
