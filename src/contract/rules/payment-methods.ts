/** Ways to pay where the order is placed at once and the money comes later: at the door, by transfer. */
const paidLater: readonly string[] = ['cod', 'bank_transfer']

/** Whether an order with this method waits for its payment before it is placed. Decisions §4, place-order. */
export const isPaidFirst = (method: string): boolean => !paidLater.includes(method)
