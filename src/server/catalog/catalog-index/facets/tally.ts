import { countBits, either } from '../columns/bits.ts'
import type { Segment } from '../columns/segment.ts'
import type { Choice } from './choices.ts'
import { countOptions } from './count-options.ts'
import { type CountedValues, countValues } from './count-values.ts'
import type { Match } from './match-products.ts'
import type { VariationChoices } from './missed-choices.ts'
import { type PriceRange, widenRange } from './price-range.ts'
import type { ValueNumbers } from './value-numbers.ts'

/** Counts the hits, segment by segment. */
export type Tally = {
  total: number
  /** By value number: products that have the value and meet every choice but the one in its facet. */
  counts: Uint32Array
  /** The price range under every choice but the price. */
  range: PriceRange
  add(segment: Segment, match: Match): void
}

export function createTally(
  choices: readonly Choice[],
  { numbers, ofVariations }: { numbers: ValueNumbers; ofVariations: VariationChoices | undefined },
): Tally {
  const facetsChosen = new Set(choices.map(facetOf))
  const valuesWhere = (isCounted: (value: number) => boolean): CountedValues =>
    Uint8Array.from({ length: numbers.size }, (_, value) => (isCounted(value) ? 1 : 0))
  const inFacetOf = choices.map((choice) => valuesWhere((value) => numbers.facets[value] === facetOf(choice)))
  const options = valuesWhere((value) => numbers.isOption[value] === true)
  const others = valuesWhere(
    (value) => !facetsChosen.has(numbers.facets[value]) && !(ofVariations && options[value] === 1),
  )

  const tally: Tally = {
    total: 0,
    counts: new Uint32Array(numbers.size),
    range: { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY },
    add(segment, match) {
      const { hits, failingOne, missed } = match
      tally.total += countBits(hits)
      countValues(tally.counts, segment, hits, others)
      widenRange(tally.range, segment, hits)
      for (const [at, { on }] of choices.entries()) {
        if (on === 'price') widenRange(tally.range, segment, failingOne[at]!)
        if (on === 'product')
          countValues(tally.counts, segment, either(hits, failingOne[at]!), inFacetOf[at]!)
      }
      if (ofVariations && missed)
        countOptions(tally.counts, segment, { ...match, missed }, choices, {
          given: ofVariations,
          wanted: { options, inFacetOf },
        })
    },
  }
  return tally
}

const facetOf = (choice: Choice) => ('facet' in choice ? choice.facet : undefined)
