import type { SearchTerms, Suggestions } from '#server/platform/kernel/catalog-index.ts'
import { countBits } from '../columns/bits.ts'
import type { Segment } from '../columns/segment.ts'
import { type NamedValue, valuesOf } from '../facets/dictionary.ts'
import { pageOfIds } from '../facets/page-of-ids.ts'
import { bestNames } from '../text/best-names.ts'
import { findProducts, findWithTuning, type ProductMatches } from '../text/find-products.ts'
import { nearestSpelling } from '../text/nearest-spelling.ts'
import { wordsOf } from '../text/tokenize.ts'
import type { ChannelProducts } from './memory-listing.ts'

type SuggestionRequest = SearchTerms & { limit: number }

/**
 * Suggestions whose completions still lack names: only the database has a product's name in its original spelling.
 */
export type UnnamedSuggestions = Omit<Suggestions, 'completions'> & {
  completions: ({ name: string } | { productId: number })[]
}

/** Suggestions while the shopper types; without any match, those for the nearest spelling. */
export function suggestionsFromMemory(
  products: ChannelProducts,
  request: SuggestionRequest,
): UnnamedSuggestions {
  const asTyped = suggestionsFor(products, request)
  const isNothing = asTyped.total === 0 && asTyped.categoryIds.length + asTyped.brandIds.length === 0
  const spelling =
    isNothing && asTyped.completions.length === 0 ? nearestSpelling(products.segments, request.query) : null
  return spelling === null
    ? asTyped
    : { ...suggestionsFor(products, { limit: request.limit, query: spelling }), didYouMean: spelling }
}

function suggestionsFor(
  { dictionary, segments }: ChannelProducts,
  { limit, ...terms }: SuggestionRequest,
): UnnamedSuggestions {
  const { query } = terms
  const found = segments.map((segment) => findWithTuning(segment, terms))
  // Completions are of the typed query, without synonyms.
  const isTuned = (terms.alternatives?.length ?? 0) + (terms.pinned?.length ?? 0) > 0
  const typed = isTuned ? segments.map((segment) => findProducts(segment, query)) : found
  const words = wordsOf(query)
  const isOnSale = (value: number) => segments.some(({ totals }) => (totals[value] ?? 0) > 0)
  const { categories } = dictionary
  const [brands, tags] = [valuesOf(dictionary, 'brand'), valuesOf(dictionary, 'tag')]
  const named = {
    category: namesWith(
      words,
      categories.filter(({ within }) => within.some(isOnSale)),
    ),
    tag: namesWith(
      words,
      tags.filter(({ number }) => isOnSale(number)),
    ),
    brand: namesWith(
      words,
      brands.filter(({ number }) => isOnSale(number)),
    ),
  }
  return {
    productIds: pageOfIds(
      segments.map((segment, at) => ({ segment, ranks: found[at]!.ranks })),
      { sort: 'default', page: 1, perPage: limit },
    ),
    total: found.reduce((sum, { all }) => sum + countBits(all), 0),
    categoryIds: named.category.slice(0, limit).map(({ id }) => id),
    brandIds: named.brand.slice(0, limit).map(({ id }) => id),
    completions: completionsOf({ segments, found: typed }, words, named, limit),
    didYouMean: null,
  }
}

/**
 * Names that contain all words (the last may be a prefix): those that begin with the query first, then the shortest.
 */
function namesWith(words: readonly string[], entries: readonly NamedValue[]): NamedValue[] {
  if (words.length === 0) return []
  const start = words.join(' ')
  const wanted = words.map((word, at) => (at === words.length - 1 ? ` ${word}` : ` ${word} `))
  return entries
    .filter((entry) => wanted.every((word) => ` ${entry.words} `.includes(word)))
    .sort(
      (a, b) =>
        Number(b.words.startsWith(start)) - Number(a.words.startsWith(start)) ||
        Buffer.byteLength(a.words) - Buffer.byteLength(b.words) ||
        Buffer.compare(Buffer.from(a.words), Buffer.from(b.words)) ||
        a.id - b.id,
    )
}

/**
 * Query completions with results: names of categories, tags and products without duplicates, prefix matches first.
 * Brands are suggested separately.
 */
function completionsOf(
  { segments, found }: { segments: readonly Segment[]; found: readonly ProductMatches[] },
  words: readonly string[],
  named: { category: NamedValue[]; tag: NamedValue[] },
  limit: number,
): UnnamedSuggestions['completions'] {
  const typed = words.join(' ')
  const products = bestNames(
    segments,
    found.map((one) => one.named),
    typed,
    limit + 1,
  )
  const candidates = [...named.category, ...named.tag, ...products]
  const inOrder = [
    ...candidates.filter((one) => one.words.startsWith(typed)),
    ...candidates.filter((one) => !one.words.startsWith(typed)),
  ]
  const distinct = new Map<string, UnnamedSuggestions['completions'][number]>()
  for (const one of inOrder)
    if (one.words !== typed && !distinct.has(one.words))
      distinct.set(one.words, 'name' in one ? { name: one.name } : { productId: one.productId })
  return [...distinct.values()].slice(0, limit)
}
