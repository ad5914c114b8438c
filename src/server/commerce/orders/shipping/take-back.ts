import { shownStateOf } from '#contract/rules/order-status.ts'
import { CAME_BACK, moveOrder } from '#server/commerce/orders/model/order-states.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { creditShipment } from '../invoices/issue-credit-note.ts'
import type { ShippingServices } from '../model/shipping-services.ts'
import type { HeldOrder } from './order-moves.ts'
import { queueShipmentMessages } from './shipment-messages.ts'

/**
 * What follows when a parcel came back undelivered, such as one that was refused on delivery: its pieces are in no shipment again, so that
 * they are sent once more or cancelled like any, its invoice is credited, and the order is partly shipped or packed. Nothing is paid back
 * with it, and stock is as before. The order must be locked. ADR 0036.
 * @throws 409 ORDER_STATE
 */
export async function takeBack(
  tx: Tx,
  config: ShippingServices['config'],
  order: HeldOrder,
  parcel: { shipmentId: number; waybill: string },
): Promise<void> {
  await queueShipmentMessages(tx, config, order, { step: 'came_back', waybill: parcel.waybill })
  await creditShipment(tx, { orderId: order.id, ...parcel })
  const others = await emptyShipment.first(tx, parcel.shipmentId, order.id)
  const state = shownStateOf(order)
  const next = others ? 'partly_shipped' : 'packed'
  if (state !== next) await moveOrder(tx, { id: order.id, status: state }, next, CAME_BACK)
}

/** A row when other shipments of the order have pieces. */
const emptyShipment = prepared<{ id: number }>(
  'empty shipment',
  `with gone as (delete from shipment_items where shipment_id = $1::bigint)
  select s.id from shipments s where s.order_id = $2::bigint and s.id <> $1::bigint
    and exists (select from shipment_items c where c.shipment_id = s.id) limit 1`,
)
