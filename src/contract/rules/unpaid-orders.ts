/** An order that is not paid within this time of its placement is cancelled. */
export const UNPAID_HOURS = 24

/** The end of that time, for an order placed at this moment. */
export const payableUntil = (placedAt: string) =>
  new Date(Date.parse(placedAt) + UNPAID_HOURS * 3_600_000).toISOString()
