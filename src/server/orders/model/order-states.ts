import type { OrderState } from '#contract/rules/order-status.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Tx } from '#server/kernel/context.ts'
import { issueInvoice } from '../invoices/issue-invoice.ts'
import { orderMoveNotAllowed } from './refusals.ts'

/** The order state machine: the states that may follow each state. Decisions §2, status machine. */
export const orderMoves: Record<OrderState, readonly OrderState[]> = {
  pending_payment: ['placed', 'payment_failed'],
  payment_failed: ['pending_payment', 'cancelled'],
  placed: ['packed', 'cancelled'],
  packed: ['shipped', 'cancelled'],
  shipped: ['out_for_delivery'],
  out_for_delivery: ['delivered'],
  delivered: ['refund_requested'],
  refund_requested: ['refund_approved', 'refund_rejected'],
  refund_approved: ['returned'],
  returned: ['refunded', 'refund_rejected'],
  refund_rejected: [],
  refunded: [],
  cancelled: [],
}

/** The order is unpaid and can still be paid. */
export const isUnpaid = (status: OrderState) => status === 'pending_payment' || status === 'payment_failed'

/**
 * Moves an order from the state it was read in to the next, together with the lines in that state, and
 * records its event. One conditional update, so that one of two simultaneous moves is refused; shipping also
 * issues the invoice.
 * @throws 409 ORDER_STATE when the table has no such move, or the order is no longer in that state.
 */
export async function moveOrder(
  tx: Tx,
  { id, status }: { id: number; status: OrderState },
  next: OrderState,
  note = '',
): Promise<void> {
  const moved = orderMoves[status].includes(next) && (await move.first(tx, id, status, next, note))
  if (!moved) throw orderMoveNotAllowed()
  if (next === 'shipped') await issueInvoice(tx, id)
}

const move = prepared<{ id: number }>(
  'move order',
  `with moved as (
    update orders set status = $3::text where id = $1::bigint and status = $2::text returning id
  ),
  items as (
    update order_items i set status = $3::text from moved where i.order_id = moved.id and i.status = $2::text
  ),
  event as (
    insert into order_events (order_id, status, note) select id, $3::text, $4::text from moved
  )
  select id from moved`,
)
