import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { markPaid } from '#server/commerce/orders/model/follow-parcels.ts'
import { isUnpaid } from '#server/commerce/orders/model/order-states.ts'
import { changeWaits, noPaymentToConfirm } from '#server/commerce/orders/model/refusals.ts'
import { trackUrl } from '#server/commerce/orders/model/track-link.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { readMailLook } from '#server/platform/notify/mail-look.ts'
import { queueMessages } from '#server/platform/notify/queue-messages.ts'
import type { ShippingServices } from '../model/shipping-services.ts'
import { holdOrder, requireOrder } from './order-moves.ts'
import { runPaid } from './run-paid.ts'
import { paidMessages } from './shipment-messages.ts'

/**
 * Records money that no gateway reports: a bank transfer, cash. Notifies the shopper once.
 * @throws 404; 409 ORDER_STATE when the order is paid or cancelled, paid through a gateway, or a change of it waits.
 */
export const confirmPayment = (services: ShippingServices, order_no: string): Promise<void> =>
  inTransaction(services.db, async (tx) => {
    const order = await holdOrder(tx, order_no)
    // What the customer pays is not known before they have answered.
    if (order.is_on_hold) throw changeWaits(order_no)
    // An order that waits for the return of an exchange is not placed: what is due is not known.
    const isPlaced = order.status !== 'cancelled' && !isUnpaid(order.status)
    const isOurs = !isPaidFirst(order.payment_method) && isPlaced
    if (!isOurs || !(await markPaid.first(tx, order.id))) throw noPaymentToConfirm(order_no)
    const look = await readMailLook({ db: tx, config: services.config })
    await queueMessages(
      tx,
      paidMessages(trackUrl(services.config, order), look, await requireOrder(tx, order.id), order.locale),
    )
    await runPaid(tx, services.plugins, order.id)
  })
