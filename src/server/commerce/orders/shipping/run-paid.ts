import { type OrderState, shownStateOf } from '#contract/rules/order-status.ts'
import { noDelivery } from '#contract/rules/product-kind.ts'
import { followParcels, isAllShipped } from '#server/commerce/orders/model/follow-parcels.ts'
import { moveOrder } from '#server/commerce/orders/model/order-states.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import { issueShipmentInvoice } from '../invoices/issue-invoice.ts'
import { ownWaybill } from './ship-order.ts'

/**
 * What follows from the payment of a placed order, once and in its transaction: plugins are notified, and what is not delivered counts as
 * delivered, with its invoice. An order of nothing else is complete with that. The order must be locked. ADR 0029.
 */
export async function runPaid(tx: Tx, plugins: HookRunner, orderId: number): Promise<void> {
  await plugins.runHooks(tx, 'order.paid', { order_id: orderId })
  const shipment = await deliverByMail.first(tx, orderId, ownWaybill('MAIL'), noDelivery.name)
  if (!shipment) return
  const isAll = await isAllShipped(tx, orderId)
  let state = shownStateOf(shipment)
  const moveTo = async (next: typeof state) => {
    await moveOrder(tx, { id: orderId, status: state }, next)
    state = next
  }
  if (state === 'placed') await moveTo('packed')
  if (state === 'packed' && !isAll) await moveTo('partly_shipped')
  else if (isAll && (state === 'packed' || state === 'partly_shipped')) await moveTo('shipped')
  await issueShipmentInvoice(tx, { orderId, shipmentId: shipment.id })
  if (isAll) await followParcels(tx, plugins, { ...shipment, id: orderId, status: 'shipped' })
}

type Delivered = { id: number; status: OrderState; is_partly_shipped: boolean; payment_method: string }

const deliverByMail = prepared<Delivered>(
  'deliver by mail',
  `with pieces as (
    select i.id, i.quantity from order_items i
    where i.order_id = $1::bigint and i.kind <> 'goods' and i.status <> 'cancelled'
      and not exists (select from shipment_items c where c.order_item_id = i.id)
  ),
  shipment as (
    insert into shipments (order_id, waybill, courier, status)
    select $1::bigint, $2::text, $3::text, 'delivered' where exists (select from pieces)
    returning id, shipped_at
  ),
  items as (
    insert into shipment_items (shipment_id, order_item_id, quantity)
    select shipment.id, pieces.id, pieces.quantity from shipment, pieces
  ),
  scan as (
    insert into shipment_scans (shipment_id, status, remark, at) select id, 'delivered', 'Sent by e-mail', shipped_at from shipment
  )
  select shipment.id, o.status, o.is_partly_shipped, o.payment_method from shipment, orders o where o.id = $1::bigint`,
)
