import type { FacetGroup } from '#contract/rules/facet-groups.ts'

/** The kinds of values a product can have; an attribute's value is an `option` when variations have it. */
export type ValueKind = FacetGroup | 'attribute' | 'option'

/**
 * Numbers all values of all facets from 0, so that counting is adding to an array. A number is never reassigned, so
 * existing columns stay valid.
 */
export type ValueNumbers = {
  readonly size: number
  find(kind: ValueKind, id: number): number | undefined
  /** The value's number, assigned if it has none. `text` is what searches match. */
  number(kind: ValueKind, id: number, about: { facet: number; text: string }): number
  /** By value number. */
  facets: number[]
  texts: string[]
  isOption: boolean[]
  /** Numbers a facet; the same key gets the same number. */
  facetNumber(key: string): number
  /** All assigned numbers, for a snapshot. */
  stored(): StoredNumbers
}

export type StoredNumbers = {
  byId: { [Kind in ValueKind]?: Map<number, number> }
  facetNumbers: Map<string, number>
  facets: number[]
  texts: string[]
  isOption: boolean[]
}

const noNumbers = (): StoredNumbers => ({
  byId: {},
  facetNumbers: new Map(),
  facets: [],
  texts: [],
  isOption: [],
})

/** @param given the numbers of a snapshot, which are extended in place: they must not be shared */
export function valueNumbers(given: StoredNumbers = noNumbers()): ValueNumbers {
  const { byId, facetNumbers, facets, texts, isOption } = given
  return {
    get size() {
      return facets.length
    },
    facets,
    texts,
    isOption,
    find: (kind, id) => byId[kind]?.get(id),
    number(kind, id, { facet, text }) {
      const numbers = byId[kind] ?? new Map<number, number>()
      byId[kind] = numbers
      const number = numbers.get(id) ?? facets.length
      numbers.set(id, number)
      facets[number] = facet
      texts[number] = text
      isOption[number] = kind === 'option'
      return number
    },
    facetNumber(key) {
      const number = facetNumbers.get(key) ?? facetNumbers.size
      facetNumbers.set(key, number)
      return number
    },
    stored: () => given,
  }
}
