import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { prepared } from '#server/db/prepared.ts'
import { rejected } from '#server/http/errors.ts'
import { readMailLook } from '#server/notify/mail-look.ts'
import { queueMessages } from '#server/notify/queue-messages.ts'
import { holdOrder, inOrder, requireOrder } from './order-moves.ts'
import { paidMessages } from './shipment-messages.ts'
import type { ShippingServices } from './shipping-services.ts'

/**
 * Says that money which no gateway tells us of has come: a bank transfer, cash. Told to the shopper once.
 *
 * @throws 404; 409 ORDER_STATE when the order is paid, cancelled, or its gateway has to say so.
 */
export const confirmPayment = (services: ShippingServices, order_no: string): Promise<void> =>
  inOrder(services.db, async (tx) => {
    const order = await holdOrder(tx, order_no)
    const isOurs = !isPaidFirst(order.payment_method) && order.status !== 'cancelled'
    if (!isOurs || !(await markPaid.first(tx, order.id)))
      throw rejected('ORDER_STATE', `There is no payment to confirm for order ${order_no}`)
    const look = await readMailLook({ db: tx, config: services.config })
    await queueMessages(
      tx,
      paidMessages(services.config, look, await requireOrder(tx, order.id), order.locale),
    )
  })

const markPaid = prepared<{ id: number }>(
  'confirm payment',
  `update orders set payment_status = 'paid' where id = $1::bigint and payment_status = 'pending' returning id`,
)
