import { issueCreditNote } from './invoices/issue-credit-note.ts'
import { queueRefundMessage } from './messages/refund-message.ts'
import type { ShippingServices } from './model/shipping-services.ts'
import { moveRefund, type RefundRef } from './move-refund.ts'
import { markRefundByHand, recordOwedRefunds } from './owed-refunds.ts'
import { refundPaidOrder } from './refund-paid-order.ts'

/**
 * Refunds returned items: through the gateway that captured the payment (the running shop asks it within a minute),
 * otherwise by hand. Never more than the captured amount. Its credit note is written with it. Decisions §2, status
 * machine.
 *
 * @throws 404 for an unknown number; 409 ORDER_STATE when the items are not back.
 */
export const payRefund = ({ db, config, plugins }: ShippingServices, refund: RefundRef): Promise<void> =>
  moveRefund(db, refund, 'refunded', async (tx, moved) => {
    const { refunded } = await refundPaidOrder(tx, {
      orderId: moved.order_id,
      amount: moved.amount,
      reason: `refund ${moved.refund_no}`,
      isAll: moved.amount === moved.grand_total,
    })
    const is_by_hand = refunded < moved.amount
    if (is_by_hand) {
      await markRefundByHand.first(tx, moved.id)
      await recordOwedRefunds(tx, moved.order_id)
    }
    const credit_note_no = await issueCreditNote(tx, moved)
    await queueRefundMessage(tx, config, { ...moved, is_by_hand, credit_note_no }, 'refunded')
    await plugins.runHooks(tx, 'refund.completed', { order_id: moved.order_id, refund_id: moved.id })
  })
