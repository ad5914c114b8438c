import type { RefundTarget } from '#contract/refund.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { requireCreditAccount } from '../stored-value/customer-credit.ts'
import { issueCreditNote } from './invoices/issue-credit-note.ts'
import { queueRefundMessage } from './messages/refund-message.ts'
import type { ShippingServices } from './model/shipping-services.ts'
import { moveRefund, type RefundRef } from './move-refund.ts'
import { markRefundByHand, recordOwedRefunds } from './owed-refunds.ts'
import { markRefundState, refundPaidOrder } from './refund-paid-order.ts'

/**
 * Refunds returned items: to store credit where the refund says so, through the gateway that captured the payment (the running shop asks
 * it within a minute), otherwise by hand. Never more than the captured amount. Its credit note is written with it. Decisions §2, status
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
  refund_to: RefundTarget
  note: string
}

/**
 * Pays a refund out in the transaction that made it `refunded`: to store credit, the way the order was paid, otherwise as money to pay by
 * hand, with its credit note, its message and the hook of plugins. The order must be locked. ADR 0036.
 * @throws 422 at refund_to for store credit of a guest's order, or without its plugin
 */
export async function payOutRefund(
  tx: Tx,
  { config, plugins }: Pick<ShippingServices, 'config' | 'plugins'>,
  refund: PaidRefund,
): Promise<void> {
  const { id, order_id, refund_no, exchanged } = refund
  const amount = refund.amount - exchanged
  const reason = `refund ${refund_no}`
  const accountId =
    refund.refund_to === 'store_credit' ? await requireCreditAccount(tx, plugins, order_id) : null
  const credit = accountId === null ? undefined : { accountId, refundId: id }
  const back = await refundPaidOrder(tx, { orderId: order_id, amount, reason, credit })
  if (amount === 0) await markRefundState(tx, order_id)
  const owed = amount - back.refunded - back.recorded - back.toReturn - back.stored - back.credited
  if (owed > 0) await markRefundByHand.first(tx, id, owed)
  if (owed + back.recorded > 0) await recordOwedRefunds(tx, order_id)
  const credit_note_no = await issueCreditNote(tx, refund)
  await queueRefundMessage(tx, config, { ...refund, back: { ...back, owed }, credit_note_no }, 'refunded')
  await plugins.runHooks(tx, 'refund.completed', { order_id, refund_id: id })
}
