import { keysOf } from './own-value.ts'

/** Labels of the order states. Decisions §2, status machine. */
const labels = {
  pending_payment: 'Waiting for payment',
  payment_failed: 'Payment failed',
  placed: 'Placed',
  packed: 'Packed',
  shipped: 'Shipped',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refund_requested: 'Refund requested',
  refund_approved: 'Refund approved',
  refund_rejected: 'Refund declined',
  returned: 'Returned',
  refunded: 'Refunded',
} as const

export type OrderState = keyof typeof labels
export const orderStates = keysOf(labels)

/**
 * States that the specification's list has no value for. While only a part has left, `status` says `shipped`; while a refund is
 * to be paid by hand, `refunded`. Their label is that of the state. ADR 0036.
 */
const derived = { partly_shipped: 'Partly shipped', refund_to_pay: 'Refund to pay' } as const

/** The states of the table of states. */
export type ShownState = OrderState | 'partly_shipped'

export const orderStatusLabel = (status: OrderState | keyof typeof derived): string =>
  ({ ...labels, ...derived })[status]

export const shownStateOf = (order: { status: OrderState; is_partly_shipped: boolean }): ShownState =>
  order.is_partly_shipped && order.status === 'shipped' ? 'partly_shipped' : order.status

/** The label of an order. @param order.owes money is to be paid back by hand */
export const orderLabel = (order: {
  status: OrderState
  payment_status: string
  is_quote: boolean
  is_partly_shipped: boolean
  owes: boolean
}): string =>
  quoteLabel(order) ??
  orderStatusLabel(order.owes && order.status === 'refunded' ? 'refund_to_pay' : shownStateOf(order))

/** Of a quote that is not accepted yet, or was not in its time; an accepted one is an order like others. */
function quoteLabel(order: { status: OrderState; payment_status: string; is_quote: boolean }) {
  if (!order.is_quote) return undefined
  if (order.status === 'pending_payment') return 'Quote'
  return order.status === 'cancelled' && order.payment_status === 'failed' ? 'Quote not accepted' : undefined
}
