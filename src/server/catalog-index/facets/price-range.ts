import { type Bits, countBits, forEachBit, hasBit } from '../columns/bits.ts'
import type { Segment } from '../columns/segment.ts'

/** In minor units; the wrong way round while there is nothing in it. */
export type PriceRange = { min: number; max: number }

/** Takes in the lowest and the highest price of the rows: of many from the two ends of the order by price, else one by one. */
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
