import { keysOf } from '#contract/rules/own-value.ts'

/**
 * The tabs of the order list. Which orders each one shows is defined once, in SQL (`server/admin/order-tabs.ts`): the list, its
 * counts, the export and the home screen use it.
 */
export const orderTabLabels = {
  all: 'All',
  to_pack: 'To pack',
  preordered: 'Pre-orders',
  to_ship: 'To ship',
  on_the_way: 'On the way',
  returns: 'Returns',
  to_pay_back: 'Refunds to pay',
  unpaid: 'Unpaid',
  delivered: 'Delivered',
  closed: 'Closed',
} as const

export type OrderTab = keyof typeof orderTabLabels
export const orderTabs = keysOf(orderTabLabels)

/** Orders that wait for a decision of staff, as the home screen counts them. */
export const waitingReasons = ['transfer', 'review', 'return'] as const
export type WaitingReason = (typeof waitingReasons)[number]

export const waitingLabels: Record<WaitingReason, string> = {
  transfer: 'Bank transfers to confirm',
  review: 'Payments to review',
  return: 'Returns to decide',
}

export const paymentStatusLabels = {
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
} as const

/** A bulk action of all orders that match takes this many at once, the oldest. */
export const mostInBatch = 1_000

/** Tags that an order can have. */
export const mostTags = 20

/** Why an order should be looked at before it leaves, as short as a list shows it. */
export const riskLabels = {
  refused: 'Deliveries refused',
  place: 'Pincode and state',
  many: 'Many orders',
} as const
