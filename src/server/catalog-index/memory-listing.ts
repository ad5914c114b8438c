import type { ListingAnswer, ListingQuery } from './catalog-index.ts'
import { type Bits, common } from './columns/bits.ts'
import type { Segment } from './columns/segment.ts'
import { choicesOf } from './facets/choices.ts'
import { countsInScope } from './facets/counts-in-scope.ts'
import type { Dictionary } from './facets/dictionary.ts'
import { matchProducts } from './facets/match-products.ts'
import { variationChoices } from './facets/missed-choices.ts'
import { optionRows } from './facets/option-rows.ts'
import { pageOfIds } from './facets/page-of-ids.ts'
import { pageOfMembers, rowsInScope } from './facets/rows-in-scope.ts'
import { createTally } from './facets/tally.ts'
import type { Found } from './text/find-products.ts'
import { search } from './text/search.ts'
import { toFacets } from './to-facets.ts'

/** What is known of a channel: its products, and what they refer to is called. */
export type Shelf = { dictionary: Dictionary; segments: readonly Segment[] }

/**
 * Page, total and facets in one pass, by the rules that `sql-catalog-index.ts` states.
 * @param members ids of a collection's products in its order; of other scopes none
 */
export function listingFromMemory(
  { dictionary, segments }: Shelf,
  query: ListingQuery,
  members: readonly number[] = [],
): ListingAnswer {
  const { scope, filters } = query
  const { numbers } = dictionary
  const searched = scope.kind === 'search' ? search(segments, scope.query) : undefined
  const scopes =
    scope.kind === 'search'
      ? (searched?.found ?? []).map(({ all }) => all)
      : segments.map((segment) => rowsInScope(segment, dictionary, scope, members))

  const choices = choicesOf(filters, dictionary)
  const ofVariations = variationChoices(choices, numbers)
  const tally = createTally(choices, { numbers, ofVariations })
  const hits = segments.map((segment, at) => {
    const match = matchProducts(segment, scopes[at]!, choices, ofVariations)
    tally.add(segment, match)
    return match.hits
  })
  const inScope = choices.length === 0 ? tally.counts : countsInScope(segments, scopes, numbers.size)
  const finite = (price: number) => (Number.isFinite(price) ? price : null)
  return {
    productIds: pageOf(segments, hits, { query, found: searched?.found, members }),
    total: tally.total,
    facets: toFacets(optionRows(dictionary, { found: tally.counts, inScope }, query), {
      min: finite(tally.range.min),
      max: finite(tally.range.max),
    }),
    didYouMean: searched?.didYouMean ?? null,
  }
}

type Order = { query: ListingQuery; found: readonly Found[] | undefined; members: readonly number[] }

/** Relevance is the featured order within each rank of a search, and elsewhere the featured order, which a collection has of its own. */
function pageOf(
  segments: readonly Segment[],
  hits: readonly Bits[],
  { query, found, members }: Order,
): number[] {
  const { scope, page, perPage } = query
  const isFeatured = query.sort === 'default' || query.sort === 'relevance'
  if (scope.kind === 'collection' && isFeatured) return pageOfMembers(segments, hits, members, query)
  const ranksOf = (at: number) =>
    found && query.sort === 'relevance'
      ? found[at]!.ranks.map((rank) => common(rank, hits[at]!))
      : [hits[at]!]
  return pageOfIds(
    segments.map((segment, at) => ({ segment, ranks: ranksOf(at) })),
    { sort: query.sort === 'relevance' ? 'default' : query.sort, page, perPage },
  )
}
