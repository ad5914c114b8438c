import type { Suggestions } from './catalog-index.ts'
import { countBits } from './columns/bits.ts'
import type { Segment } from './columns/segment.ts'
import type { Named } from './facets/dictionary.ts'
import { pageOfIds } from './facets/page-of-ids.ts'
import type { Shelf } from './memory-listing.ts'
import { bestNames } from './text/best-names.ts'
import { type Found, findProducts } from './text/find-products.ts'
import { nearestSpelling } from './text/nearest-spelling.ts'
import { wordsOf } from './text/words-of.ts'

type Asked = { query: string; limit: number }

/** Suggestions whose completions are still to be named: a product's name as it is written is in the database. */
export type UnnamedSuggestions = Omit<Suggestions, 'completions'> & {
  completions: ({ name: string } | { productId: number })[]
}

/** What to offer while the shopper types; when nothing at all is as he spells it, what there is in the nearest spelling. */
export function suggestionsFromMemory(shelf: Shelf, asked: Asked): UnnamedSuggestions {
  const asTyped = suggestionsFor(shelf, asked)
  const isNothing = asTyped.total === 0 && asTyped.categoryIds.length + asTyped.brandIds.length === 0
  const spelling =
    isNothing && asTyped.completions.length === 0 ? nearestSpelling(shelf.segments, asked.query) : null
  return spelling === null
    ? asTyped
    : { ...suggestionsFor(shelf, { ...asked, query: spelling }), didYouMean: spelling }
}

function suggestionsFor({ dictionary, segments }: Shelf, { query, limit }: Asked): UnnamedSuggestions {
  const found = segments.map((segment) => findProducts(segment, query))
  const words = wordsOf(query)
  const isOnSale = (value: number) => segments.some(({ totals }) => (totals[value] ?? 0) > 0)
  const { categories, brands, tags } = dictionary
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
    completions: completionsOf({ segments, found }, words, named, limit),
    didYouMean: null,
  }
}

/** Names with all the words, the last of which may be begun: those that begin with the query first, then short ones. */
function namesWith(words: readonly string[], entries: readonly Named[]): Named[] {
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
 * Queries that begin as the shopper's and find something: names of categories, tags and products; those that begin with what he typed
 * first, and each but once. A brand is offered as such, not as a query.
 */
function completionsOf(
  { segments, found }: { segments: readonly Segment[]; found: readonly Found[] },
  words: readonly string[],
  named: { category: Named[]; tag: Named[] },
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
