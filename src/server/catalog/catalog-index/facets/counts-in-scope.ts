import type { Bits } from '../columns/bits.ts'
import type { Segment } from '../columns/segment.ts'
import { countValues } from './count-values.ts'

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
