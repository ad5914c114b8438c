import type { OrderState, ShownState } from '#contract/rules/order-status.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { orderMoveNotAllowed } from './refusals.ts'

/**
 * The order state machine: the states that may follow each state. Decisions §2, status machine. A partly shipped order is stored and sent as `shipped` with `is_partly_shipped`. ADR 0036.
 */
export const orderMoves: Record<ShownState, readonly ShownState[]> = {
  pending_payment: ['placed', 'payment_failed'],
  payment_failed: ['pending_payment', 'cancelled'],
  placed: ['packed', 'cancelled'],
  packed: ['partly_shipped', 'shipped', 'cancelled'],
  // Back to packed and partly shipped: a parcel came back.
  partly_shipped: ['shipped', 'packed'],
  shipped: ['out_for_delivery', 'packed', 'partly_shipped'],
  out_for_delivery: ['delivered', 'packed', 'partly_shipped'],
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

/** Of the event of a move back, in `order_events.note`. */
export const CAME_BACK = 'parcel came back'

const storedOf = (state: ShownState): OrderState => (state === 'partly_shipped' ? 'shipped' : state)

/**
 * Moves an order from the state it was read in to the next, together with the lines in that state, and
 * records its event. One conditional update, so that one of two simultaneous moves is refused.
 * @throws 409 ORDER_STATE when the table has no such move, or the order is no longer in that state.
 */
export async function moveOrder(
  tx: Tx,
  { id, status }: { id: number; status: ShownState },
  next: ShownState,
  note = '',
): Promise<void> {
  const isPartly = [status, next].map((state) => state === 'partly_shipped') as [boolean, boolean]
  const moved =
    orderMoves[status].includes(next) &&
    (await move.first(tx, id, storedOf(status), storedOf(next), note, ...isPartly))
  if (!moved) throw orderMoveNotAllowed()
}

const move = prepared<{ id: number }>(
  'move order',
  `with moved as (
    update orders set status = $3::text, is_partly_shipped = $6::boolean
    where id = $1::bigint and status = $2::text and is_partly_shipped = $5::boolean returning id
  ),
  items as (
    update order_items i set status = $3::text from moved where i.order_id = moved.id and i.status = $2::text
  ),
  event as (
    insert into order_events (order_id, status, note) select id, $3::text, $4::text from moved
  )
  select id from moved`,
)
