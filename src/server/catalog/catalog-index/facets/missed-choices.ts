import { hasBit } from '../columns/bits.ts'
import type { Segment } from '../columns/segment.ts'
import type { Choice } from './choices.ts'
import type { ValueNumbers } from './value-numbers.ts'

/**
 * What a variation misses of the choices that one variation must meet together: none, one (its number), or several.
 */
export const nothing = 0
const several = 0xfffe
const notComputed = 0xffff

/** The choices of variations (options and availability), numbered from 1. */
export type VariationChoices = {
  count: number
  /** The number of the availability choice, `nothing` when there is none. */
  stock: number
  optionCount: number
  sumOfOptionNumbers: number
  /** By value number: the choice that the value meets. */
  met: Uint16Array
  /** By value number: the choice made in the value's facet. */
  inFacet: Uint16Array
}

/** Undefined when no choice concerns variations. */
export function variationChoices(
  choices: readonly Choice[],
  numbers: ValueNumbers,
): VariationChoices | undefined {
  const chosen = choices.filter(({ on }) => on === 'option' || on === 'stock')
  if (chosen.length === 0) return undefined
  const met = new Uint16Array(numbers.size)
  const inFacet = new Uint16Array(numbers.size)
  let sumOfOptionNumbers = 0
  for (const [at, choice] of chosen.entries()) {
    if (choice.on !== 'option') continue
    sumOfOptionNumbers += at + 1
    for (const value of choice.values) met[value] = at + 1
    for (let value = 0; value < numbers.size; value++)
      if (numbers.facets[value] === choice.facet) inFacet[value] = at + 1
  }
  const stock = chosen.findIndex(({ on }) => on === 'stock') + 1
  const count = chosen.length
  return { count, stock, optionCount: stock ? count - 1 : count, sumOfOptionNumbers, met, inFacet }
}

export type MissedChoices = {
  /** What the variation at this index of `segment.variations` misses. */
  missedBy(variation: number): number
  /** Whether some variation of the row misses nothing. */
  isAnyComplete(row: number): boolean
}

export function missedChoices(segment: Segment, given: VariationChoices): MissedChoices {
  const { starts, combinations, inStock, options } = segment.variations
  const byCombination = new Uint16Array(options.starts.length - 1).fill(notComputed)
  // A variation that is not on sale meets nothing.
  byCombination[0] = several

  /**
   * A variation has one value of each attribute, so each met choice appears once; the rest of the sum is what it
   * misses.
   */
  function compute(combination: number) {
    let missing = given.optionCount
    let sum = given.sumOfOptionNumbers
    for (let at = options.starts[combination]!, end = options.starts[combination + 1]!; at < end; at++) {
      const choice = given.met[options.items[at]!]!
      if (choice === nothing) continue
      missing -= 1
      sum -= choice
    }
    const missed = missing === 0 ? nothing : missing === 1 ? sum : several
    byCombination[combination] = missed
    return missed
  }

  function missedBy(variation: number) {
    const combination = combinations[variation]!
    const known = byCombination[combination]!
    const missed = known === notComputed ? compute(combination) : known
    if (given.stock === nothing || hasBit(inStock, variation)) return missed
    return missed === nothing ? given.stock : several
  }

  function isAnyComplete(row: number) {
    for (let at = starts[row]!, end = starts[row + 1]!; at < end; at++)
      if (missedBy(at) === nothing) return true
    return false
  }

  return { missedBy, isAnyComplete }
}
