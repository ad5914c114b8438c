import { prepared } from '../db/prepared.ts'
import { queueRefundNews } from '../notify/refund-news.ts'
import { issueCreditNote } from './issue-credit-note.ts'
import { moveRefund, type RefundRef } from './move-refund.ts'
import { payBack } from './pay-back.ts'
import type { ShippingServices } from './shipping/shipping-services.ts'

/**
 * Pays what was sent back: by the gateway that brought the money (the running shop asks it within a minute), by hand where none
 * did. Never more than came. Its credit note is written with it. Decisions §2, status machine.
 *
 * @throws 404 for an unknown number; 409 ORDER_STATE when the items are not back.
 */
export const payRefund = ({ db, config }: ShippingServices, refund: RefundRef): Promise<void> =>
  moveRefund(db, refund, 'refunded', async (tx, moved) => {
    const { refunded } = await payBack(tx, {
      orderId: moved.order_id,
      amount: moved.amount,
      reason: `refund ${moved.refund_no}`,
      isAll: moved.amount === moved.grand_total,
    })
    const is_by_hand = refunded < moved.amount
    if (is_by_hand) await markByHand.first(tx, moved.id)
    const credit_note_no = await issueCreditNote(tx, moved)
    await queueRefundNews(tx, config, { ...moved, is_by_hand, credit_note_no }, 'refunded')
  })

const markByHand = prepared('refund by hand', 'update refunds set is_by_hand = true where id = $1::bigint')
