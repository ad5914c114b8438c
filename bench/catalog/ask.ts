import type { Filters, Sort } from '#contract/catalog.ts'
import type { ListingQuery, Scope } from '#server/platform/kernel/catalog-index.ts'
import { type Random, randomOf } from './random.ts'
import * as words from './shop-words.ts'

/** A product as the questions are made of it: so most of them find something. */
export type Known = {
  id: number
  name: string
  brand: string
  category: string
  categoryId: number
  tags: string[]
  labels: string[]
  material: string | null
  pattern: string | null
  colour: string
  size: string | null
  price: number
}

const sorts: Sort[] = [
  'default',
  'newest',
  'price_asc',
  'price_desc',
  'best_selling',
  'rating',
  'discount',
  'name_asc',
]

/** So many listings of none to three choices each, of the whole shop, a category or a collection; page 1 and page 50 in turn. */
export function listingQueries(products: readonly Known[], howMany: number, seed: number): ListingQuery[] {
  const random = randomOf(seed)
  return Array.from({ length: howMany }, (_, at) => {
    const product = random.anyOf(products)
    return {
      channelId: 1,
      scope: scopeOf(random, product),
      filters: filtersOf(random, product, at % 4),
      sort: random.anyOf(sorts),
      page: at % 2 === 0 ? 1 : 50,
      perPage: 24,
    }
  })
}

function scopeOf(random: Random, { categoryId }: Known): Scope {
  const die = random.below(10)
  if (die < 5) return { kind: 'shop' }
  if (die < 9)
    return {
      kind: 'category',
      id: random.anyOf([categoryId, 10_000 + random.below(12), 20_000 + random.below(72)]),
    }
  return { kind: 'collection', id: 1 + random.below(20) }
}

function filtersOf(random: Random, product: Known, choices: number): Filters {
  const { brand, category, tags, labels, material, pattern, colour, size, price } = product
  const possible: (() => Filters | undefined)[] = [
    () => ({ brand: [brand] }),
    () => ({ category: [category] }),
    () => (tags[0] ? { tag: [tags[0]] } : undefined),
    () => (labels[0] ? { label: [labels[0]] } : undefined),
    () => (material ? { attribute: { material: [material, random.anyOf(words.materials)] } } : undefined),
    () => (pattern ? { attribute: { pattern: [pattern] } } : undefined),
    () => ({ variable_attribute: { colour: [colour, random.anyOf(words.colours)] } }),
    () => (size ? { variable_attribute: { size: [size] } } : undefined),
    () => ({ price: { min: Math.round(price / 2), max: price * 2 } }),
    () => ({ availability: 'in_stock' }),
  ]
  const filters: Filters = {}
  while (Object.keys(filters).length < choices) {
    const { attribute, variable_attribute, ...others } = random.anyOf(possible)() ?? {}
    Object.assign(filters, others)
    if (attribute) filters.attribute = { ...filters.attribute, ...attribute }
    if (variable_attribute)
      filters.variable_attribute = { ...filters.variable_attribute, ...variable_attribute }
  }
  return filters
}

/** Names of products with one typo each in a word of at least four letters: a letter left out, put in, replaced, or two exchanged. */
export function misspeltNames(products: readonly Known[], howMany: number, seed: number) {
  const random = randomOf(seed)
  return Array.from({ length: howMany }, () => {
    const product = random.anyOf(products)
    const typed = product.name.toLowerCase().split(' ')
    const long = typed.flatMap((word, at) => (/^[a-z]{4,}$/.test(word) ? at : []))
    const at = random.anyOf(long)
    typed[at] = misspell(random, typed[at]!)
    return { product, query: typed.join(' ') }
  })
}

function misspell(random: Random, word: string): string {
  const at = random.below(word.length - 1)
  const letter = String.fromCharCode(97 + random.below(26))
  const kinds = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + letter + word.slice(at + 1),
    word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  ]
  return random.anyOf(kinds)
}
