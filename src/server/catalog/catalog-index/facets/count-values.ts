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

/** By value number: how many products of the scope have it, before any choice. */
export function countsInScope(
  segments: readonly Segment[],
  scopes: readonly Bits[],
  valueCount: number,
): Uint32Array {
  const counts = new Uint32Array(valueCount)
  const all = new Uint8Array(valueCount).fill(1)
  for (const [at, segment] of segments.entries()) countValues(counts, segment, scopes[at]!, all)
  return counts
}
