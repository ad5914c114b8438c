import { orderNotPackable } from '#server/commerce/orders/model/refusals.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { ShippingServices } from '../model/shipping-services.ts'
import { holdOrder, moveThrough, requireMayLeave, stateMessage } from './order-moves.ts'

/**
 * Marks an order as packed. Sends no message: the next one is sent at shipment.
 * @param options.unpaid packs an order whose bank transfer has not arrived, too
 * @throws 404, 409 ORDER_STATE when it is not a placed order, or is not paid.
 */
export const packOrder = (
  { db }: ShippingServices,
  order_no: string,
  options: { unpaid?: boolean } = {},
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const order = await holdOrder(tx, order_no)
    if (order.status !== 'placed') throw orderNotPackable(stateMessage(order))
    requireMayLeave(order, options)
    await moveThrough(tx, order, 'packed')
  })
