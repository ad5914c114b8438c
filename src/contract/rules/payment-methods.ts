/** Methods that are paid after the order is placed: on delivery, by bank transfer. */
const paidLater: readonly string[] = ['cod', 'bank_transfer']

/** Whether an order with this method waits for its payment before it is placed. Decisions §4, place-order. */
export const isPaidFirst = (method: string): boolean => !paidLater.includes(method)

/** Whether the goods wait for a transfer that has not arrived. Cash on delivery is due later. */
export const awaitsTransfer = (order: { payment_method: string; payment_status: string }): boolean =>
  order.payment_method === 'bank_transfer' && order.payment_status === 'pending'

/** An order that is not paid within this time of its placement is cancelled. */
export const UNPAID_HOURS = 24

/** Days that a payment link may be valid. */
export const PAYMENT_LINK_DAYS = { least: 1, most: 14, usual: 3 } as const

/** Days that a quote may be valid. */
export const QUOTE_DAYS = { least: 1, most: 60, usual: 14 } as const

/** The end of the time to pay an unpaid order: of that day, or of its payment link. */
export const payableUntil = ({ placed_at, pay_by }: { placed_at: string; pay_by: string | null }) =>
  pay_by ?? new Date(Date.parse(placed_at) + UNPAID_HOURS * 3_600_000).toISOString()
