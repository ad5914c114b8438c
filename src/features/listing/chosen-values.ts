import type { Filters } from '#contract/catalog.ts'
import { facetGroups } from '#contract/rules/facet-groups.ts'
import { type FacetShown, optionsOf } from './facet-shown.ts'

export type ChosenValue = {
  facet: { key: string; type: FacetShown['type'] }
  value: string
  /** `Colour: Sea`. A value of no facet has its name from the URL, so that it can be removed too. */
  words: string
}

/** All chosen values, in the order of the URL. Price and stock are not values of a facet. */
export function chosenValues(filters: Filters, facets: readonly FacetShown[]): ChosenValue[] {
  const chosen = (type: FacetShown['type'], key: string, values: readonly string[] = []) => {
    const facet = facets.find((one) => one.type === type && one.key === key)
    const options = facet ? optionsOf(facet) : []
    return values.map((value): ChosenValue => {
      const option = options.find((one) => one.value === value)
      const words = `${facet?.label ?? spelt(key)}: ${option?.label ?? spelt(value)}`
      return { facet: { key, type }, value, words }
    })
  }
  return [
    ...facetGroups.flatMap((group) => chosen(group, group, filters[group])),
    ...kinds.flatMap((kind) =>
      Object.entries(filters[kind] ?? {}).flatMap(([code, values]) => chosen(kind, code, values)),
    ),
  ]
}

const kinds = ['variable_attribute', 'attribute'] as const

/** The last part of a slug or a path as text. */
function spelt(slug: string) {
  const words = slug.slice(slug.lastIndexOf('/') + 1).replace(/[-_]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
