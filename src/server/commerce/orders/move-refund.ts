import type { Refund, RefundTarget } from '#contract/refund.ts'
import { type OrderState, orderStatusLabel } from '#contract/rules/order-status.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { RefundNotice } from './messages/refund-message.ts'
import { lockOrder } from './model/lock-order.ts'
import { type LineBenefit, lostBenefits } from './model/lost-benefits.ts'
import { moveOrder, orderMoves } from './model/order-states.ts'
import { refundMoveNotAllowed, unknownRefund } from './model/refusals.ts'

export type RefundRef = {
  refund_no: string
  note?: string | undefined
  /** Of the step that pays it. */
  refund_to?: RefundTarget | undefined
}

export type MovedRefund = RefundNotice & {
  id: number
  exchanged: number
  refund_to: RefundTarget
  withdrawn_at: Date | null
}

type Moved = Omit<MovedRefund, 'credit_note_no' | 'back' | 'lost'> & { changes: LineBenefit[] }

/**
 * Moves a refund and its order to the next state, together with the effects of that state, in one
 * transaction.
 * @param ref.note the shop's message to the shopper at this step; replaces the previous one.
 * @throws 404 for an unknown number; 409 ORDER_STATE when the table of states has no such move. Nothing has
 * changed then.
 */
export const moveRefund = (
  db: Db,
  { refund_no, note, refund_to }: RefundRef,
  next: Refund['status'],
  then: (tx: Tx, refund: MovedRefund) => Promise<unknown>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const named = await orderOf.first(tx, refund_no)
    const order = named && (await lockOrder(tx, named.order_id))
    if (!order) throw unknownRefund(refund_no)
    if (!orderMoves[order.status].includes(next)) throw refundMoveNotAllowed(refund_no, describeStates(order))
    await moveOrder(tx, order, next, note ?? '')
    const refund = await move.first(tx, refund_no, next, note ?? '', refund_to)
    if (!refund) throw new Error(`Refund ${refund_no} is gone`)
    await then(tx, { ...refund, lost: lostBenefits(refund) })
  })

/** Names the current state and the allowed next ones. */
function describeStates({ status }: { status: OrderState }): string {
  const next = orderMoves[status].map(orderStatusLabel).join(' or ')
  return `is in the state "${orderStatusLabel(status)}". ${next ? `Next comes: ${next}` : 'Nothing comes after that'}`
}

const orderOf = prepared<{ order_id: number }>(
  'order of refund',
  `select order_id from refunds where refund_no = $1::text and kind = 'return'`,
)

const move = prepared<Moved>(
  'move refund',
  `update refunds set status = $2::text, note = $3::text,
    refunded_at = case when $2::text = 'refunded' then now() end, refund_to = coalesce($4::text, refund_to)
  where refund_no = $1::text
  returning id, order_id, refund_no, amount, exchanged, refund_to, note, withdrawn_at, coalesce(benefit_changes, '[]') as changes`,
)
