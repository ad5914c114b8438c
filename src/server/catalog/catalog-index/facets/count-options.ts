import { type Bits, common, either, without } from '../columns/bits.ts'
import type { Segment } from '../columns/segment.ts'
import type { Choice } from './choices.ts'
import { type CountedValues, countValues } from './count-values.ts'
import type { Match } from './match-products.ts'
import { type MissedChoices, nothing, type VariationChoices } from './missed-choices.ts'

/**
 * Counts options when there are choices of variations. An option counts when a variation that has it meets every
 * choice, or every choice except the one in the option's own facet; a product counts once for an option.
 *
 * A product with no sold-out variation meets an availability choice with every variation. Then product-level values
 * are enough: with a single other choice in that choice's facet, and with none in every facet.
 */
export function countOptions(
  counts: Uint32Array,
  segment: Segment,
  { missed, candidates, failingOne }: Match & { missed: MissedChoices },
  choices: readonly Choice[],
  {
    given,
    wanted,
  }: { given: VariationChoices; wanted: { options: CountedValues; inFacetOf: readonly CountedValues[] } },
) {
  const ofOptions = choices.flatMap(({ on }, at) => (on === 'option' ? at : []))
  const concerned = ofOptions.reduce((rows, at) => either(rows, failingOne[at]!), candidates)
  const oneByOne = (rows: Bits, misses: (what: number, value: number) => boolean) =>
    countByVariation(counts, segment, rows, missed, misses)
  const missesOther = (what: number, value: number) => what !== nothing && what !== given.inFacet[value]
  if (ofOptions.length > 1) return oneByOne(concerned, missesOther)

  const { allInStock } = segment.variations
  const simple = given.stock === nothing ? concerned : common(concerned, allInStock)
  oneByOne(without(concerned, simple), missesOther)
  const [only] = ofOptions
  if (only === undefined) return countValues(counts, segment, simple, wanted.options)
  countValues(counts, segment, simple, wanted.inFacetOf[only]!)
  // Facets without a choice.
  oneByOne(common(candidates, simple), (what, value) => what !== nothing || given.inFacet[value] !== nothing)
}

function countByVariation(
  counts: Uint32Array,
  { variations: { starts, combinations, options } }: Segment,
  rows: Bits,
  { missedBy }: MissedChoices,
  isLeftOut: (what: number, value: number) => boolean,
) {
  const lastRow = new Int32Array(counts.length).fill(-1)
  for (let word = 0; word < rows.length; word++) {
    let x = rows[word]!
    while (x !== 0) {
      const row = (word << 5) | (31 - Math.clz32(x & -x))
      x &= x - 1
      for (let variation = starts[row]!, end = starts[row + 1]!; variation < end; variation++) {
        const what = missedBy(variation)
        const combination = combinations[variation]!
        for (
          let at = options.starts[combination]!, last = options.starts[combination + 1]!;
          at < last;
          at++
        ) {
          const value = options.items[at]!
          if (lastRow[value] === row || isLeftOut(what, value)) continue
          lastRow[value] = row
          counts[value]! += 1
        }
      }
    }
  }
}
