import { type Bits, forEachBit } from '../columns/bits.ts'
import { byteLengthAt, compareTexts, encodeText, startsWith, textAt } from '../columns/packed-texts.ts'
import type { Segment } from '../columns/segment.ts'

export type BestName = { words: string; productId: number }

/**
 * Names of products: those that begin with the query first, then the shortest, then alphabetically. Of several
 * products with the same name the oldest counts.
 */
export function bestNames(
  segments: readonly Segment[],
  rows: readonly Bits[],
  typed: string,
  howMany: number,
): BestName[] {
  const start = encodeText(typed)
  const best: Candidate[] = []
  for (const [at, segment] of segments.entries())
    forEachBit(rows[at]!, (row) => {
      const names = segment.keys.name
      const candidate = {
        segment,
        row,
        isPrefix: startsWith(names, row, start),
        length: byteLengthAt(names, row),
      }
      insert(best, candidate, howMany)
    })
  return best.map(({ segment, row }) => ({
    words: textAt(segment.keys.name, row),
    productId: segment.ids[row]!,
  }))
}

type Candidate = { segment: Segment; row: number; isPrefix: boolean; length: number }

/** Keeps the best few, each name once. */
function insert(best: Candidate[], candidate: Candidate, howMany: number) {
  const last = best.at(-1)
  if (last && best.length === howMany && compareNames(candidate, last) > 0) return
  let at = best.length
  while (at > 0) {
    const order = compareNames(candidate, best[at - 1]!)
    if (order > 0) break
    if (order === 0) {
      if (idOf(candidate) < idOf(best[at - 1]!)) best[at - 1] = candidate
      return
    }
    at -= 1
  }
  best.splice(at, 0, candidate)
  if (best.length > howMany) best.pop()
}

const compareNames = (a: Candidate, b: Candidate) =>
  Number(b.isPrefix) - Number(a.isPrefix) ||
  a.length - b.length ||
  compareTexts(a.segment.keys.name, a.row, b.segment.keys.name, b.row)

const idOf = ({ segment, row }: Candidate) => segment.ids[row]!
