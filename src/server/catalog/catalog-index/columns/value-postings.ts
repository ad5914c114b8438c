import { type Bits, noBits, setBit } from './bits.ts'
import type { Pacer } from './pacer.ts'
import type { Lists } from './segment.ts'

/**
 * Which rows have a value: a list of rows for rare values, one bit per row for frequent ones, whichever is smaller. A
 * value's `offset` is the offset of its rows in `rows`, or -1 minus the offset of its bits in `bits`.
 */
export type Postings = { offsets: Int32Array; counts: Uint32Array; rows: Uint32Array; bits: Uint32Array }

/** @param valueCount value numbers are below it */
export async function valuePostings(
  { starts, items }: Lists,
  valueCount: number,
  pacer: Pacer,
): Promise<Postings> {
  const size = starts.length - 1
  const words = noBits(size).length
  const counts = await countEach(items, valueCount, pacer)

  const offsets = new Int32Array(valueCount)
  let rowsLength = 0
  let bitsLength = 0
  for (let value = 0; value < valueCount; value++) {
    if (counts[value]! > words) {
      offsets[value] = -1 - bitsLength
      bitsLength += words
    } else {
      offsets[value] = rowsLength
      rowsLength += counts[value]!
    }
  }

  const rows = new Uint32Array(rowsLength)
  const bits = new Uint32Array(bitsLength)
  const cursors = offsets.slice()
  for (let row = 0; row < size; row++) {
    for (let at = starts[row]!, end = starts[row + 1]!; at < end; at++) {
      const value = items[at]!
      if (offsets[value]! >= 0) rows[cursors[value]!++] = row
      else bits[-1 - offsets[value]! + (row >>> 5)]! |= 1 << (row & 31)
    }
    if (row % 512 === 0 && pacer.isDue()) await pacer.rest()
  }
  return { offsets, counts, rows, bits }
}

async function countEach(items: Lists['items'], valueCount: number, pacer: Pacer) {
  const counts = new Uint32Array(valueCount)
  for (let at = 0; at < items.length; at++) {
    counts[items[at]!]! += 1
    if (at % 8_192 === 0 && pacer.isDue()) await pacer.rest()
  }
  return counts
}

/** Adds the rows that have the value. A value newer than the postings has none. */
export function addRows({ offsets, counts, rows, bits }: Postings, value: number, to: Bits) {
  const offset = offsets[value]
  if (offset === undefined) return
  if (offset >= 0) {
    for (let at = offset, end = offset + counts[value]!; at < end; at++) setBit(to, rows[at]!)
  } else {
    const start = -1 - offset
    for (let word = 0; word < to.length; word++) to[word]! |= bits[start + word]!
  }
}
