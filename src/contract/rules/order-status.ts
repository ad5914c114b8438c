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
export const orderStates = Object.keys(labels) as OrderState[]

export const orderStatusLabel = (status: ShownState): string =>
  status === 'partly_shipped' ? 'Partly shipped' : labels[status]

/**
 * An order is in a state of its own while only a part has left. The specification's list has no value for it, so `status` says
 * `shipped`, with `is_partly_shipped` and the label of the state. ADR 0137.
 */
export type ShownState = OrderState | 'partly_shipped'

export const shownStateOf = (order: { status: OrderState; is_partly_shipped: boolean }): ShownState =>
  order.is_partly_shipped && order.status === 'shipped' ? 'partly_shipped' : order.status
