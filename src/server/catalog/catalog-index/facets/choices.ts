import type { Filters } from '#contract/catalog.ts'
import type { Dictionary } from './dictionary.ts'

/**
 * What the shopper chose in one facet. A product must have one of `values` (value numbers); chosen options and
 * availability must hold for the same variation. Prices are in minor units, ends included.
 */
export type Choice =
  | { on: 'product'; facet: number; values: readonly number[] }
  | { on: 'price'; min: number; max: number }
  | { on: 'option'; facet: number; values: readonly number[] }
  | { on: 'stock' }

/** The facet number of attributes that the shop does not have. */
const unknownFacet = -1

/** One choice per facet; groups without values are ignored. */
export function choicesOf(filters: Filters, dictionary: Dictionary): Choice[] {
  const { facets, categoryFacet, categories, attributes } = dictionary
  const { category, price, availability } = filters
  const choices: Choice[] = []

  const choose = (slugs: string[] | undefined, facet: number, valuesOf: (slugs: Set<string>) => number[]) => {
    if (slugs && slugs.length > 0) choices.push({ on: 'product', facet, values: valuesOf(new Set(slugs)) })
  }
  for (const { key, number, values } of facets)
    choose(filters[key], number, (slugs) => numbersIn(values, slugs))
  choose(category, categoryFacet, (slugs) =>
    categories.filter(({ slug, path }) => slugs.has(slug) || slugs.has(path)).flatMap(({ within }) => within),
  )

  let isEmptyChoice = false
  const chooseEach = (codes: Record<string, string[]> | undefined, kind: 'attribute' | 'option') => {
    for (const [code, chosen] of Object.entries(codes ?? {})) {
      if (chosen.length === 0) continue
      const attribute = attributes.find((one) => one.code === code)
      if (!attribute) {
        isEmptyChoice = true
        continue
      }
      const values = attribute.values
        .filter(({ value }) => chosen.includes(value))
        .map(({ numbers }) => numbers[kind])
      const on = kind === 'option' ? 'option' : 'product'
      choices.push({ on, facet: attribute.facets[kind], values })
    }
  }
  chooseEach(filters.attribute, 'attribute')
  chooseEach(filters.variable_attribute, 'option')

  // One entry for all unknown attributes, since no product has them.
  if (isEmptyChoice) choices.push({ on: 'product', facet: unknownFacet, values: [] })

  if (price?.min !== undefined || price?.max !== undefined)
    choices.push({ on: 'price', min: price.min ?? 0, max: price.max ?? Number.POSITIVE_INFINITY })
  if (availability === 'in_stock') choices.push({ on: 'stock' })
  return choices
}

const numbersIn = (entries: readonly { slug: string; number: number }[], slugs: Set<string>) =>
  entries.filter(({ slug }) => slugs.has(slug)).map(({ number }) => number)
