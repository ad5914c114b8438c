import { createHash } from 'node:crypto'
import { addressTexts } from '#contract/rules/address.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { orderNotFound } from './refusals.ts'

/** What the actions on an order depend on and change. */
export type OrderFacts = {
  order_no: string
  status: string
  payment_status: string
  grand_total: number
  items: string
  shipments: string
  refunds: string
  /** Money to be paid, or paid, by hand. */
  owed: string
  /** Changes before its shipment, with their state. */
  changes: string
  /** Where it is delivered, in one line. */
  address: string
}

/**
 * A hash of everything that an action depends on. Derived, so that a change by a customer, the courier or the command
 * line gives another version without each of them counting.
 */
export const versionOf = (facts: OrderFacts): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.values(facts)))
    .digest('base64url')
    .slice(0, 22)

/** @throws 404 */
export async function readFacts(db: Db | Tx, orderId: number): Promise<OrderFacts> {
  const facts = await factsById.first(db, orderId)
  if (!facts) throw orderNotFound()
  return facts
}

/** The same, with the order locked until the transaction ends. @throws 404 */
export async function lockFacts(tx: Tx, orderId: number): Promise<OrderFacts> {
  if (!(await lock.first(tx, orderId))) throw orderNotFound()
  return readFacts(tx, orderId)
}

const lock = prepared<{ id: number }>(
  'lock order for staff',
  'select o.id from orders o where o.id = $1::bigint for update of o',
)

const addressLine = addressTexts.map((column) => `nullif(o.shipping_address ->> '${column}', '')`).join(', ')

const factsById = prepared<OrderFacts>(
  'facts of order',
  `select o.order_no, o.status, o.payment_status, o.grand_total,
    coalesce((
      select string_agg(i.sku || ':' || i.quantity || ':' || i.status, ' ' order by i.id) from order_items i
      where i.order_id = o.id
    ), '') as items,
    coalesce((
      select string_agg(s.waybill || ':' || s.status || ':' || (
        select count(*) from shipment_scans n where n.shipment_id = s.id
      ), ' ' order by s.id) from shipments s where s.order_id = o.id
    ), '') as shipments,
    coalesce((
      select string_agg(r.refund_no || ':' || r.status, ' ' order by r.id) from refunds r where r.order_id = o.id
    ), '') as refunds,
    coalesce((
      select string_agg(w.amount || ':' || coalesce(w.paid_on || ' ' || w.reference, 'to pay'), ' ' order by w.id)
      from owed_refunds w where w.order_id = o.id
    ), '') as owed,
    coalesce((
      select string_agg(c.id || ':' || c.status, ' ' order by c.id) from order_changes c where c.order_id = o.id
    ), '') as changes,
    concat_ws(', ', ${addressLine}) as address
  from orders o where o.id = $1::bigint`,
)
