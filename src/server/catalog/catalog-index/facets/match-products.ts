import { type Bits, clearBit, forEachBit, noBits } from '../columns/bits.ts'
import type { Segment } from '../columns/segment.ts'
import { addRows } from '../columns/value-postings.ts'
import type { Choice } from './choices.ts'
import { type MissedChoices, missedChoices, type VariationChoices } from './missed-choices.ts'

export type Match = {
  /** Rows that meet all choices. */
  hits: Bits
  /** For each choice the rows that fail only that choice: they count among its alternatives. */
  failingOne: Bits[]
  /** What each variation misses, when there are choices of variations. */
  missed: MissedChoices | undefined
  /** The rows that meet all choices when each choice may be met by a different variation. */
  candidates: Bits
}

/** @param scope the rows to match */
export function matchProducts(
  segment: Segment,
  scope: Bits,
  choices: readonly Choice[],
  ofVariations: VariationChoices | undefined,
): Match {
  const masks = choices.map((choice) => rowsOf(segment, choice))
  const { hits, failingOne } = sift(scope, masks)
  const missed = ofVariations && missedChoices(segment, ofVariations)
  // A single choice of variations is met by some variation when the product has the value.
  if (!missed || ofVariations.count < 2) return { hits, failingOne, missed, candidates: hits }

  const candidates = hits.slice()
  const mustHaveCompleteOne = (rows: Bits) =>
    forEachBit(rows, (row) => {
      if (!missed.isAnyComplete(row)) clearBit(rows, row)
    })
  mustHaveCompleteOne(hits)
  for (const [at, { on }] of choices.entries())
    if (on === 'product' || on === 'price') mustHaveCompleteOne(failingOne[at]!)
  return { hits, failingOne, missed, candidates }
}

/** One pass over all masks: rows in every mask, and rows in every mask but one. */
function sift(scope: Bits, masks: Bits[]): Pick<Match, 'hits' | 'failingOne'> {
  const hits = scope.slice()
  const failingOne = masks.map(() => new Uint32Array(scope.length))
  if (masks.length === 0) return { hits, failingOne }
  for (let word = 0; word < scope.length; word++) {
    const inScope = scope[word]!
    if (inScope === 0) continue
    let failsOne = 0
    let failsMore = 0
    for (let at = 0; at < masks.length; at++) {
      const fails = ~masks[at]![word]!
      failsMore |= failsOne & fails
      failsOne |= fails
    }
    hits[word] = inScope & ~failsOne
    const one = inScope & failsOne & ~failsMore
    if (one === 0) continue
    for (let at = 0; at < masks.length; at++) failingOne[at]![word] = one & ~masks[at]![word]!
  }
  return { hits, failingOne }
}

function rowsOf(segment: Segment, choice: Choice): Bits {
  switch (choice.on) {
    case 'stock':
      return segment.variations.someInStock
    case 'price':
      return rowsBetween(segment.keys.price, choice)
    case 'product':
    case 'option': {
      const rows = noBits(segment.size)
      for (const value of choice.values) addRows(segment.postings, value, rows)
      return rows
    }
  }
}

function rowsBetween(prices: ArrayLike<number>, { min, max }: { min: number; max: number }): Bits {
  const rows = noBits(prices.length)
  for (let row = 0; row < prices.length; row++) {
    const price = prices[row]!
    if (price >= min && price <= max) rows[row >>> 5]! |= 1 << (row & 31)
  }
  return rows
}
