import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { type Cancellation, cancelOrder, recordUnpaidCancellation } from '../orders/cancel-order.ts'
import { type LockedOrder, lockOrder } from '../orders/model/lock-order.ts'
import { isUnpaid } from '../orders/model/order-states.ts'
import { orderNotCancellable } from '../orders/model/refusals.ts'
import type { ShippingServices } from '../orders/model/shipping-services.ts'
import { mayCancel, readRights } from '../orders/order-rights.ts'
import { cancelUnpaidOrder } from './cancel-unpaid-order.ts'

/**
 * Cancels an order in the state in which it is found: unpaid, its payments end with it, and money that comes later is
 * returned; paid a moment before, the money is refunded as for every placed order.
 *
 * @throws as `cancelOrder`; 422 at `items` for a part of an unpaid order.
 */
export const cancelAnyOrder = (
  services: ShippingServices,
  orderId: number,
  request: Cancellation,
): Promise<'whole' | 'part'> =>
  inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || !isUnpaid(order.status)) return cancelOrder({ ...services, db: tx }, orderId, request)
    return cancelUnpaid(tx, services, order, request)
  })

async function cancelUnpaid(
  tx: Tx,
  { config, plugins }: ShippingServices,
  order: LockedOrder,
  request: Cancellation,
): Promise<'whole'> {
  const isAllowed = request.isByStaff || mayCancel(order, await readRights(tx, order.id))
  if (!isAllowed) throw orderNotCancellable()
  if (request.items) throw invalid({ items: ['An unpaid order can only be cancelled as a whole'] })
  await recordUnpaidCancellation(tx, config, order, request)
  const by = request.isByStaff ? 'the shop' : 'the customer'
  await cancelUnpaidOrder(tx, plugins, order, `Cancelled by ${by}`)
  return 'whole'
}
