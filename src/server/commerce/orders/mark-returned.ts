import { restockItems } from '#server/catalog/stock/hold-stock.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { ShippingServices } from './model/shipping-services.ts'
import { moveRefund, type RefundRef } from './move-refund.ts'

/**
 * Records that the items have arrived. They go back into stock only when staff say so, after they have inspected them (ADR 0036).
 * @throws 404 for an unknown number; 409 ORDER_STATE when it is not approved.
 */
export const markReturned = (
  { db }: ShippingServices,
  { restocks = false, ...refund }: RefundRef & { restocks?: boolean },
): Promise<void> =>
  moveRefund(db, refund, 'returned', async (tx, { id }) => {
    if (restocks) await restockItems(tx, await itemsOf.all(tx, id))
  })

const itemsOf = prepared<{ variation_id: number | null; quantity: number }>(
  'returned items',
  `select i.variation_id, i.quantity from refund_items r join order_items i on i.id = r.order_item_id
  where r.refund_id = $1::bigint order by i.variation_id`,
)
