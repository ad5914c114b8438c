import { type Bits, countBits, without } from '../columns/bits.ts'
import type { Segment } from '../columns/segment.ts'

/** By value number: whether it is counted. */
export type CountedValues = Uint8Array

/**
 * Adds how many of the rows have each wanted value. When most rows match, it subtracts the other rows from the
 * segment's totals.
 */
export function countValues(counts: Uint32Array, segment: Segment, rows: Bits, wanted: CountedValues) {
  const { values, alive, aliveCount, totals } = segment
  const { starts, items } = values
  const isMost = countBits(rows) * 2 > aliveCount
  const counted = isMost ? without(alive, rows) : rows
  const having = new Uint32Array(counts.length)
  for (let word = 0; word < counted.length; word++) {
    let x = counted[word]!
    while (x !== 0) {
      const row = (word << 5) | (31 - Math.clz32(x & -x))
      x &= x - 1
      for (let at = starts[row]!, end = starts[row + 1]!; at < end; at++) having[items[at]!]! += 1
    }
  }
  for (let value = 0; value < counts.length; value++)
    if (wanted[value] === 1) counts[value]! += isMost ? (totals[value] ?? 0) - having[value]! : having[value]!
}
