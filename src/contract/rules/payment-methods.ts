/** Methods that are paid after the order is placed: on delivery, by bank transfer. */
const paidLater: readonly string[] = ['cod', 'bank_transfer']

/** Whether an order with this method waits for its payment before it is placed. Decisions §4, place-order. */
export const isPaidFirst = (method: string): boolean => !paidLater.includes(method)

/** Whether the goods wait for a transfer that has not arrived. Cash on delivery is due later. */
export const awaitsTransfer = (order: { payment_method: string; payment_status: string }): boolean =>
  order.payment_method === 'bank_transfer' && order.payment_status === 'pending'
