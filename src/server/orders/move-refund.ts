import type { Refund } from '#contract/refund.ts'
import { type OrderState, orderStatusLabel } from '#contract/rules/order-status.ts'
import { moveOrder, orderMoves } from '../checkout/order-states.ts'
import { prepared } from '../db/prepared.ts'
import { retrySerialization } from '../db/retry-serialization.ts'
import type { Db, Tx } from '../http/context.ts'
import { notFound, rejected } from '../http/errors.ts'
import type { RefundTold } from '../notify/refund-news.ts'
import { lockOrder } from '../payments/lock-payment.ts'

export type RefundRef = { refund_no: string; note?: string | undefined }

export type MovedRefund = RefundTold & { id: number; grand_total: number }

/**
 * Takes a refund, and with it its order, to the next state, and does in the same transaction what comes with that.
 * @param ref.note the shop's word to the shopper at this step; the last one's goes.
 * @throws 404 for an unknown number; 409 ORDER_STATE when the table of states has no such move. Nothing has changed then.
 */
export const moveRefund = (
  db: Db,
  { refund_no, note }: RefundRef,
  next: Refund['status'],
  then: (tx: Tx, refund: MovedRefund) => Promise<unknown>,
): Promise<void> =>
  retrySerialization(() =>
    db.transaction().execute(async (tx) => {
      const named = await orderOf.first(tx, refund_no)
      const order = named && (await lockOrder(tx, named.order_id))
      if (!order) throw notFound(`There is no refund ${refund_no}`)
      if (!orderMoves[order.status].includes(next)) throw rejected('ORDER_STATE', stopWords(refund_no, order))
      await moveOrder(tx, order, next, note ?? '')
      const refund = await move.first(tx, refund_no, next, note ?? '')
      if (!refund) throw new Error(`Refund ${refund_no} is gone`)
      await then(tx, { ...refund, grand_total: order.grand_total })
    }),
  )

/** Where it stands, and what may come next. */
function stopWords(refund_no: string, { status }: { status: OrderState }): string {
  const next = orderMoves[status].map(orderStatusLabel).join(' or ')
  return `Refund ${refund_no} stands at "${orderStatusLabel(status)}". ${next ? `Next comes: ${next}` : 'Nothing comes after that'}`
}

const orderOf = prepared<{ order_id: number }>(
  'order of refund',
  'select order_id from refunds where refund_no = $1::text',
)

const move = prepared<Omit<MovedRefund, 'grand_total'>>(
  'move refund',
  `update refunds set status = $2::text, note = $3::text,
    refunded_at = case when $2::text = 'refunded' then now() end
  where refund_no = $1::text
  returning id, order_id, refund_no, amount, note, is_by_hand`,
)
