import type { ShippingServices } from '#server/commerce/orders/model/shipping-services.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { lockFacts, readFacts, versionOf } from './order-version.ts'
import { readOrderDetail } from './read-order-detail.ts'
import { lastActor } from './record-version.ts'
import { staleOrder, unknownOrderNumber, unknownRefundNumber, unknownWaybill } from './refusals.ts'

type Act = {
  orderId: number
  /** 'order.pack' */
  action: string
  /** What the actor last saw; undefined: the present state, whatever it is. */
  version?: string
  /** What the actor entered, for the log. */
  entered?: Record<string, unknown>
}

/**
 * Runs an action of an order in one transaction with its entry in the audit log, so that neither exists without the
 * other. The back office and the command line both call it.
 * @throws 404; 409 STALE_RECORD with the present order and who changed it; what the action throws.
 */
export const actOnOrder = <Result>(
  services: ShippingServices,
  actor: Actor,
  { orderId, action, version, entered = {} }: Act,
  work: (services: ShippingServices) => Promise<Result>,
): Promise<Result> =>
  inTransaction(services.db, async (tx) => {
    const before = await lockFacts(tx, orderId)
    if (version !== undefined && version !== versionOf(before)) {
      const changedBy = await lastActor(tx, 'order', before.order_no)
      // Only callers who may write send a version.
      throw staleOrder(changedBy, await readOrderDetail({ ...services, db: tx }, orderId, ['orders.write']))
    }
    const result = await work({ ...services, db: tx })
    const after = await readFacts(tx, orderId)
    await writeAudit(tx, actor, {
      action,
      record: { type: 'order', id: before.order_no },
      before,
      after: { ...after, ...entered },
    })
    return result
  })

/** The order with this number, shipment or refund. @throws 404 */
export async function requireOrderId(
  { db }: Pick<ShippingServices, 'db'>,
  by: { order_no: string } | { waybill: string } | { refund_no: string },
): Promise<number> {
  const [kind = '', value = ''] = Object.entries(by)[0] ?? []
  const found = await orderBy[kind as keyof typeof orderBy].first(db, value)
  if (!found) throw missing[kind as keyof typeof missing](value)
  return found.id
}

const orderBy = {
  order_no: prepared<{ id: number }>('order id by number', 'select id from orders where order_no = $1::text'),
  waybill: prepared<{ id: number }>(
    'order id by waybill',
    `select order_id as id from shipments where waybill = upper(regexp_replace($1::text, '\\s+', '', 'g'))`,
  ),
  refund_no: prepared<{ id: number }>(
    'order id by refund',
    'select order_id as id from refunds where refund_no = $1::text',
  ),
}

const missing = {
  order_no: unknownOrderNumber,
  waybill: (value: string) => unknownWaybill(value.replace(/\s+/g, '').toUpperCase()),
  refund_no: unknownRefundNumber,
}
