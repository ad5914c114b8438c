/** What a product can have; an attribute's value is an `option` where its variations have it. */
export type ValueKind = 'brand' | 'category' | 'label' | 'tag' | 'attribute' | 'option'

/**
 * Numbers all values of all facets from 0 on, so that counting is adding to an array. A number stays a value's for good: columns
 * made earlier go on meaning the same.
 */
export type ValueNumbers = {
  readonly size: number
  find(kind: ValueKind, id: number): number | undefined
  /** The value's number, a new one if it has none. `text` is what a search finds of it. */
  number(kind: ValueKind, id: number, about: { facet: number; text: string }): number
  /** By value number. */
  facets: number[]
  texts: string[]
  isOption: boolean[]
  /** Facets have numbers as well; the same key gets the same one. */
  facetNumber(key: string): number
}

export function valueNumbers(): ValueNumbers {
  const byId: Record<ValueKind, Map<number, number>> = {
    brand: new Map(),
    category: new Map(),
    label: new Map(),
    tag: new Map(),
    attribute: new Map(),
    option: new Map(),
  }
  const facetNumbers = new Map<string, number>()
  const facets: number[] = []
  const texts: string[] = []
  const isOption: boolean[] = []
  return {
    get size() {
      return facets.length
    },
    facets,
    texts,
    isOption,
    find: (kind, id) => byId[kind].get(id),
    number(kind, id, { facet, text }) {
      const number = byId[kind].get(id) ?? facets.length
      byId[kind].set(id, number)
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
  }
}
