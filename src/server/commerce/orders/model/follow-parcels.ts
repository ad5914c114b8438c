import type { OrderState } from '#contract/rules/order-status.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import { moveOrder } from './order-states.ts'

type Followed = { id: number; status: OrderState; payment_method: string }

/**
 * Moves an order to the status of its last parcel: out for delivery and delivered when every parcel is. An order with
 * pieces in no parcel stays as it is. The order must be locked.
 */
export async function followParcels(tx: Tx, plugins: HookRunner, order: Followed): Promise<void> {
  const parcels = await parcelsOf.first(tx, order.id)
  if (!parcels || parcels.has_rest) return
  let { status } = order
  if (parcels.are_out && status === 'shipped') {
    await moveOrder(tx, { id: order.id, status }, 'out_for_delivery')
    status = 'out_for_delivery'
  }
  if (!parcels.are_delivered || status !== 'out_for_delivery') return
  await moveOrder(tx, { id: order.id, status }, 'delivered')
  await plugins.runHooks(tx, 'order.delivered', { order_id: order.id })
  // The courier has brought the money.
  if (order.payment_method === 'cod' && (await markPaid.first(tx, order.id)))
    await plugins.runHooks(tx, 'order.paid', { order_id: order.id })
}

/** Whether every piece that was not cancelled is in a parcel. */
export const isAllShipped = async (tx: Tx, orderId: number): Promise<boolean> =>
  (await parcelsOf.first(tx, orderId))?.has_rest === false

/** Marks an order paid whose money no gateway reports; no row when it was not pending. */
export const markPaid = prepared<{ id: number }>(
  'mark paid without gateway',
  `update orders set payment_status = 'paid' where id = $1::bigint and payment_status = 'pending' returning id`,
)

/** SQL: whether pieces of the order with this id are in no parcel. */
const hasRestSql = (order: string) => `exists (
      select from order_items i
      where i.order_id = ${order} and i.status <> 'cancelled' and i.quantity > (
        select coalesce(sum(c.quantity), 0) from shipment_items c where c.order_item_id = i.id
      )
    )`

const parcelsOf = prepared<{ has_rest: boolean; are_out: boolean; are_delivered: boolean }>(
  'parcels of order',
  `select ${hasRestSql('$1::bigint')} as has_rest,
    bool_and(s.status in ('out_for_delivery', 'delivered')) as are_out, bool_and(s.status = 'delivered') as are_delivered
  from shipments s where s.order_id = $1::bigint and s.status <> 'came_back'`,
)

/**
 * Marks partly shipped orders that the release before shipped, which does not know the state. Changes nothing after it
 * is gone.
 */
export const markPartlyShipped = prepared<{ id: number }>(
  'mark partly shipped orders',
  `update orders o set is_partly_shipped = true
  where o.status = 'shipped' and not o.is_partly_shipped and exists (select from shipments s where s.order_id = o.id)
    and ${hasRestSql('o.id')}
  returning id`,
)
