import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { recordUnpaidCancellation } from '../orders/cancel-order.ts'
import { type Declined, rejectRefund } from '../orders/decide-refund.ts'
import { moveCredit } from '../orders/exchange-credit.ts'
import { queueExchange } from '../orders/messages/exchange-message.ts'
import { type Exchange, findExchangeOfReturn } from '../orders/model/exchange.ts'
import { lockOrder } from '../orders/model/lock-order.ts'
import { isUnpaid } from '../orders/model/order-states.ts'
import { exchangeHasLeft } from '../orders/model/refusals.ts'
import type { ShippingServices } from '../orders/model/shipping-services.ts'
import type { RefundRef } from '../orders/move-refund.ts'
import { isBeforeShipping } from '../orders/order-rights.ts'
import { payRefund } from '../orders/pay-refund.ts'
import { cancelAnyOrder } from './cancel-any-order.ts'
import { cancelUnpaidOrder } from './cancel-unpaid-order.ts'
import { keepForPayment } from './payment-link.ts'
import { placeWaitingOrder } from './settle-payment.ts'

/**
 * Pays a return. In an exchange its value pays the new order first, and only the rest is refunded; a new order that waited for it leaves,
 * or the difference is requested from its customer. Call `carryOutRefunds` afterwards. ADR 0036.
 * @throws as `payRefund`
 */
export const payReturn = (services: ShippingServices, refund: RefundRef): Promise<void> =>
  inTransaction(services.db, async (tx) => {
    const within = { ...services, db: tx }
    const exchange = await lockExchange(tx, refund.refund_no)
    if (exchange?.status !== 'returned' || exchange.mode !== 'on_receipt') return payRefund(within, refund)
    const order = await lockOrder(tx, exchange.order_id)
    const credit = order?.status === 'pending_payment' ? Math.min(exchange.amount, order.grand_total) : 0
    if (credit > 0) await moveCredit(tx, exchange, credit)
    await payRefund(within, refund)
    if (!order || !isUnpaid(order.status)) return
    // Its stock was released when the time to wait for the return was over.
    if (credit === 0) {
      await recordUnpaidCancellation(tx, services.config, order, { reason: 'out_of_stock' })
      return cancelUnpaidOrder(tx, services.plugins, order, 'The return came too late')
    }
    const due = order.grand_total - credit
    const isPaymentDue = due > 0 && isPaidFirst(order.payment_method)
    if (!isPaymentDue) await placeWaitingOrder(tx, services.plugins, order, { isPaid: due === 0 })
    const link = isPaymentDue ? await keepForPayment(tx, services.config, order, exchange.link_days) : null
    const settled: Exchange = { ...exchange, exchanged: credit, status: 'refunded' }
    await queueExchange(tx, services.config, { exchange: settled, due, link, note: '' })
  })

/**
 * Declines a return. In an exchange the new order is cancelled with it: its payment goes back, and the value of the return counts
 * no more. Call `carryOutRefunds` afterwards.
 * @throws as `rejectRefund`; 409 ORDER_STATE when the new items have left
 */
export const declineReturn = (services: ShippingServices, refund: RefundRef & Declined): Promise<void> =>
  inTransaction(services.db, async (tx) => {
    const within = { ...services, db: tx }
    const exchange = await lockExchange(tx, refund.refund_no)
    const order = exchange && (await lockOrder(tx, exchange.order_id))
    if (order && order.status !== 'cancelled') {
      if (!isUnpaid(order.status) && (!isBeforeShipping(order.status) || order.is_partly_shipped))
        throw exchangeHasLeft(order.order_no)
      await cancelAnyOrder(within, order.id, {
        reason: 'other',
        comment: refund.note ?? '',
        isByStaff: true,
      })
    }
    await rejectRefund(within, refund)
  })

/** Locks the former order before the new one, and reads the exchange once nothing of it moves. */
async function lockExchange(tx: Tx, refund_no: string): Promise<Exchange | undefined> {
  const known = await findExchangeOfReturn(tx, refund_no)
  if (known) await lockOrder(tx, known.former_id)
  return known && findExchangeOfReturn(tx, refund_no)
}
