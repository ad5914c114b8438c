import { rejected } from '#server/http/errors.ts'
import { holdOrder, inOrder, moveThrough, stateWords } from './order-moves.ts'
import type { ShippingServices } from './shipping-services.ts'

/**
 * Says that an order is packed. No message goes out: the next one tells that it is on its way.
 * @throws 404, 409 ORDER_STATE when it is not a placed order.
 */
export const packOrder = ({ db }: ShippingServices, order_no: string): Promise<void> =>
  inOrder(db, async (tx) => {
    const order = await holdOrder(tx, order_no)
    if (order.status !== 'placed') throw rejected('ORDER_STATE', `${stateWords(order)} It cannot be packed`)
    await moveThrough(tx, order, 'packed')
  })
