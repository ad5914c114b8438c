/**
 * A line whose quantity is being changed: the latest requested quantity, and the one in the pending request.
 * 0: removed.
 */
export type LineChange = { wanted: number; requested: number }

type Next = {
  /** Undefined after the final reply. */
  change?: LineChange
  /** Whether to send a request for `change.requested`. */
  asks: boolean
}

/** The shopper requests a quantity. While a request is pending no other is sent: the latest quantity waits. */
export const want = (change: LineChange | undefined, quantity: number): Next =>
  change
    ? { change: { ...change, wanted: quantity }, asks: false }
    : { change: { wanted: quantity, requested: quantity }, asks: true }

/**
 * A reply arrived, successful or not. Ends the change if the quantity is still the latest, otherwise sends
 * the latest.
 */
export const answered = ({ wanted, requested }: LineChange): Next =>
  wanted === requested ? { asks: false } : { change: { wanted, requested: wanted }, asks: true }
