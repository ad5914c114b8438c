import type { Tx } from '#server/platform/kernel/context.ts'
import { issueCreditNote } from './invoices/issue-credit-note.ts'
import { queueRefundMessage } from './messages/refund-message.ts'
import type { ShippingServices } from './model/shipping-services.ts'
import { moveRefund, type RefundRef } from './move-refund.ts'
import { markRefundByHand, recordOwedRefunds } from './owed-refunds.ts'
import { markRefundState, refundPaidOrder } from './refund-paid-order.ts'

/**
 * Refunds returned items: through the gateway that captured the payment (the running shop asks it within a minute),
 * otherwise by hand. Never more than the captured amount. Its credit note is written with it. Decisions §2, status
 * machine.
 *
 * @throws 404 for an unknown number; 409 ORDER_STATE when the items are not back.
 */
export const payRefund = (services: ShippingServices, refund: RefundRef): Promise<void> =>
  moveRefund(services.db, refund, 'refunded', (tx, moved) => payOutRefund(tx, services, moved))

type PaidRefund = {
  id: number
  order_id: number
  refund_no: string
  amount: number
  /** The part of the amount that pays a new order: it is not paid out. */
  exchanged: number
  note: string
}

/**
 * Pays a refund out in the transaction that made it `refunded`: the way the order was paid, otherwise as money to pay by hand, with its
 * credit note, its message and the hook of plugins. The order must be locked. ADR 0036.
 */
export async function payOutRefund(
  tx: Tx,
  { config, plugins }: Pick<ShippingServices, 'config' | 'plugins'>,
  refund: PaidRefund,
): Promise<void> {
  const { id, order_id, refund_no, exchanged } = refund
  const amount = refund.amount - exchanged
  const reason = `refund ${refund_no}`
  const back = await refundPaidOrder(tx, { orderId: order_id, amount, reason })
  if (amount === 0) await markRefundState(tx, order_id)
  const owed = amount - back.refunded - back.recorded - back.toReturn - back.stored
  if (owed > 0) await markRefundByHand.first(tx, id, owed)
  if (owed + back.recorded > 0) await recordOwedRefunds(tx, order_id)
  const credit_note_no = await issueCreditNote(tx, refund)
  await queueRefundMessage(tx, config, { ...refund, back: { ...back, owed }, credit_note_no }, 'refunded')
  await plugins.runHooks(tx, 'refund.completed', { order_id, refund_id: id })
}
