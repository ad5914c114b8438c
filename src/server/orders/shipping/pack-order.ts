import { awaitsTransfer } from '#contract/rules/payment-methods.ts'
import { inTransaction } from '#server/db/retry-serialization.ts'
import { orderNotPackable, orderNotPaid } from '#server/orders/model/refusals.ts'
import type { ShippingServices } from '../model/shipping-services.ts'
import { holdOrder, moveThrough, stateMessage } from './order-moves.ts'

/**
 * Marks an order as packed. Sends no message: the next one is sent at shipment.
 * @param unpaid packs an order whose bank transfer has not arrived, too
 * @throws 404, 409 ORDER_STATE when it is not a placed order, or is not paid.
 */
export const packOrder = (
  { db }: ShippingServices,
  order_no: string,
  { unpaid = false }: { unpaid?: boolean } = {},
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const order = await holdOrder(tx, order_no)
    if (order.status !== 'placed') throw orderNotPackable(stateMessage(order))
    if (!unpaid && awaitsTransfer(order)) throw orderNotPaid(order_no)
    await moveThrough(tx, order, 'packed')
  })
