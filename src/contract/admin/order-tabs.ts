import type { OrderState } from '../rules/order-status.ts'

/** The tabs of the order list: the states that each one shows. `all` has no condition. */
export const orderTabs = {
  all: [],
  to_pack: ['placed'],
  to_ship: ['packed'],
  on_the_way: ['shipped', 'out_for_delivery'],
  returns: ['refund_requested', 'refund_approved', 'returned'],
  unpaid: ['pending_payment', 'payment_failed'],
  delivered: ['delivered'],
  closed: ['cancelled', 'refunded', 'refund_rejected'],
} as const satisfies Record<string, readonly OrderState[]>

export type OrderTab = keyof typeof orderTabs

/** Orders whose payment waits for staff, whatever their state, as the home screen counts them. */
export const waitingPayments = ['transfer', 'review'] as const
export type WaitingPayment = (typeof waitingPayments)[number]

export const waitingPaymentLabels: Record<WaitingPayment, string> = {
  transfer: 'Bank transfers to confirm',
  review: 'Payments to review',
}

export const orderTabLabels: Record<OrderTab, string> = {
  all: 'All',
  to_pack: 'To pack',
  to_ship: 'To ship',
  on_the_way: 'On the way',
  returns: 'Returns',
  unpaid: 'Unpaid',
  delivered: 'Delivered',
  closed: 'Closed',
}
