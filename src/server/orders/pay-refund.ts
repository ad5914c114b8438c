import { prepared } from '../db/prepared.ts'
import type { Db } from '../http/context.ts'
import { queueRefundNews } from '../notify/refund-news.ts'
import { moveRefund, type RefundRef } from './move-refund.ts'
import { payBack } from './pay-back.ts'

/**
 * Pays what was sent back: by the gateway that brought the money (the running shop asks it within a minute), by hand where none
 * did. Never more than came. Decisions §2, status machine.
 *
 * @throws 404 for an unknown number; 409 ORDER_STATE when the items are not back.
 */
export const payRefund = (db: Db, refund: RefundRef): Promise<void> =>
  moveRefund(db, refund, 'refunded', async (tx, moved) => {
    const { refunded } = await payBack(tx, {
      orderId: moved.order_id,
      amount: moved.amount,
      reason: `refund ${moved.refund_no}`,
      isAll: moved.amount === moved.grand_total,
    })
    const is_by_hand = refunded < moved.amount
    if (is_by_hand) await markByHand.first(tx, moved.id)
    await queueRefundNews(tx, { ...moved, is_by_hand }, 'refunded')
  })

const markByHand = prepared('refund by hand', 'update refunds set is_by_hand = true where id = $1::bigint')
