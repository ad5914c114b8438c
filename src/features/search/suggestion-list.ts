import type { Category, Product } from '#contract/catalog.ts'

/** The API's reply while typing (`search.suggest`). */
export type Found = {
  query: string
  did_you_mean: string | null
  products: Product[]
  categories: Category[]
  brands: { id: number; name: string; slug: string }[]
  suggestions: string[]
  total: number
}

/** A line of the list, with its link. */
export type Suggestion =
  | { kind: 'query'; href: string; text: string; isMeant?: true }
  | { kind: 'category' | 'brand'; href: string; text: string }
  | { kind: 'product'; href: string; text: string; product: Product }
  | { kind: 'all'; href: string; text: string }

export type SuggestionGroup = { label: string; items: Suggestion[] }

/** At most ten lines on wide screens and eight on phones (UX "Search (overlay + results)" 1), besides the link to all results. */
const wide = { queries: 3, places: 2, products: 5 }
const narrow = { queries: 2, places: 2, products: 4 }

export const resultsHref = (query: string) => `/search?query=${encodeURIComponent(query)}`

/** The lines of a reply in groups, in reading order. Phones show fewer. */
export function groupsOf(found: Found, isNarrow: boolean): SuggestionGroup[] {
  const { did_you_mean: meant, suggestions, categories, brands, products, total } = found
  const typed = found.query.trim().toLowerCase()
  const most = isNarrow ? narrow : wide
  const queries: Suggestion[] = [
    ...(meant ? [{ kind: 'query', href: resultsHref(meant), text: meant, isMeant: true } as const] : []),
    ...suggestions
      .filter((text) => text.toLowerCase() !== typed && text !== meant)
      .map((text) => ({ kind: 'query', href: resultsHref(text), text }) as const),
  ]
  const places: Suggestion[] = [
    ...categories.map(
      ({ name, slug }) => ({ kind: 'category', href: `/product-category/${slug}`, text: name }) as const,
    ),
    ...brands.map(
      ({ name, slug }) => ({ kind: 'brand', href: `/shop-online?brand=${slug}`, text: name }) as const,
    ),
  ]
  const pieces: Suggestion[] = products
    .slice(0, most.products)
    .map((product) => ({ kind: 'product', href: product.url, text: product.name, product }) as const)
  const rest: Suggestion[] =
    total > pieces.length
      ? [{ kind: 'all', href: resultsHref(found.query), text: `All ${total} products` }]
      : []
  return [
    { label: 'Searches', items: queries.slice(0, most.queries) },
    { label: 'Categories and makers', items: places.slice(0, most.places) },
    { label: 'Products', items: [...pieces, ...rest] },
  ].filter(({ items }) => items.length > 0)
}

/** A suggested query in three parts: before the typed text, the typed text, and after it. */
export function completed(text: string, typed: string): [before: string, typed: string, after: string] {
  const words = typed.trim().toLowerCase()
  const at = words ? ` ${text.toLowerCase()}`.indexOf(` ${words}`) : -1
  if (at < 0) return [text, '', '']
  const end = at + words.length
  return [text.slice(0, at), text.slice(at, end), text.slice(end)]
}

/** The announcement for screen readers when the list is shown. */
export function countWords(groups: readonly SuggestionGroup[]): string {
  const all = groups.flatMap(({ items }) => items)
  if (all.length === 0) return 'No suggestions'
  const products = all.filter(({ kind }) => kind === 'product').length
  const words = all.length === 1 ? '1 suggestion' : `${all.length} suggestions`
  return products > 0 ? `${words}, ${products} of them products` : words
}
