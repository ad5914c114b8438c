/** An order that is not paid within this time of its placement is cancelled. */
export const UNPAID_HOURS = 24

/** Days that a payment link may be valid. */
export const PAYMENT_LINK_DAYS = { least: 1, most: 14, usual: 3 } as const

/** The end of the time to pay an unpaid order: of that day, or of its payment link. */
export const payableUntil = ({ placed_at, pay_by }: { placed_at: string; pay_by: string | null }) =>
  pay_by ?? new Date(Date.parse(placed_at) + UNPAID_HOURS * 3_600_000).toISOString()
