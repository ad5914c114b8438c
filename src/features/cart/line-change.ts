/** A line whose quantity is being changed: what the shopper wants by now, and what the server is being asked. 0: removed. */
export type LineChange = { wanted: number; asked: number }

type Next = {
  /** Undefined once the server's word stands. */
  change?: LineChange
  /** Whether the server is to be asked (again), for `change.asked`. */
  asks: boolean
}

/** The shopper wants a quantity. While a question is on its way none is added: the latest wish waits for its turn. */
export const want = (change: LineChange | undefined, quantity: number): Next =>
  change
    ? { change: { ...change, wanted: quantity }, asks: false }
    : { change: { wanted: quantity, asked: quantity }, asks: true }

/** An answer came, good or bad. If nobody wants anything else by now it stands, otherwise the latest wish goes out. */
export const answered = ({ wanted, asked }: LineChange): Next =>
  wanted === asked ? { asks: false } : { change: { wanted, asked: wanted }, asks: true }
