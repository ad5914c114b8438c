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

export const orderStatusLabel = (status: OrderState): string => labels[status]
