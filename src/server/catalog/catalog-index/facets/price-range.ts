import { type Bits, countBits, forEachBit, hasBit } from '../columns/bits.ts'
import type { Segment } from '../columns/segment.ts'

/** In minor units; `min` is above `max` while it is empty. */
export type PriceRange = { min: number; max: number }

/**
 * Extends the range by the lowest and highest price of the rows: from both ends of the price order for many rows,
 * else row by row.
 */
export function widenRange(range: PriceRange, { keys: { price }, orders, size }: Segment, rows: Bits) {
  const found = countBits(rows)
  if (found === 0) return
  const include = (row: number) => {
    range.min = Math.min(range.min, price[row]!)
    range.max = Math.max(range.max, price[row]!)
  }
  if (found * 32 < size) return forEachBit(rows, include)
  const order = orders.price_asc
  let first = 0
  while (!hasBit(rows, order[first]!)) first += 1
  let last = size - 1
  while (!hasBit(rows, order[last]!)) last -= 1
  include(order[first]!)
  include(order[last]!)
}
