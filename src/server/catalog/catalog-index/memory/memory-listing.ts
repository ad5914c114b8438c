import type { ListingAnswer, ListingQuery } from '#server/platform/kernel/catalog-index.ts'
import { type Bits, common } from '../columns/bits.ts'
import type { Segment } from '../columns/segment.ts'
import { choicesOf } from '../facets/choices.ts'
import { countsInScope } from '../facets/count-values.ts'
import type { Dictionary } from '../facets/dictionary.ts'
import { matchProducts } from '../facets/match-products.ts'
import { variationChoices } from '../facets/missed-choices.ts'
import { optionRows } from '../facets/option-rows.ts'
import { pageOfIds } from '../facets/page-of-ids.ts'
import { pageOfMembers, pageOfRules, rowsInScope } from '../facets/rows-in-scope.ts'
import { createTally } from '../facets/tally.ts'
import { toFacets } from '../facets/to-facets.ts'
import type { ProductMatches } from '../text/find-products.ts'
import { search } from '../text/nearest-spelling.ts'

/** The products of a channel, and the names of what they refer to. */
export type ChannelProducts = { dictionary: Dictionary; segments: readonly Segment[] }

/** Product ids of a collection; the first `chosen` are chosen by hand, in their order, the others by its rules. */
export type Members = { ids: readonly number[]; chosen: number }

export const noMembers: Members = { ids: [], chosen: 0 }

/**
 * Page, total and facets in one pass, by the rules in `sql-catalog-index.ts`.
 * @param members of a collection; undefined for other scopes
 */
export function listingFromMemory(
  { dictionary, segments }: ChannelProducts,
  query: ListingQuery,
  members: Members = noMembers,
): ListingAnswer {
  const { scope, filters } = query
  const { numbers } = dictionary
  const searched = scope.kind === 'search' ? search(segments, scope) : undefined
  const scopes =
    scope.kind === 'search'
      ? (searched?.found ?? []).map(({ all }) => all)
      : segments.map((segment) => rowsInScope(segment, dictionary, scope, members.ids))

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

type Order = { query: ListingQuery; found: readonly ProductMatches[] | undefined; members: Members }

/**
 * Relevance means the featured order, within each rank for a search; a collection has its own order, or that of its rules
 * after the products chosen by hand.
 */
function pageOf(
  segments: readonly Segment[],
  hits: readonly Bits[],
  { query, found, members }: Order,
): number[] {
  const { scope, page, perPage } = query
  const isFeatured = query.sort === 'default' || query.sort === 'relevance'
  if (scope.kind === 'collection' && isFeatured) {
    const { ids, chosen } = members
    if (!scope.order) return pageOfMembers(segments, hits, ids, query)
    return pageOfRules({ segments, hits, chosen: ids.slice(0, chosen) }, { ...query, sort: scope.order })
  }
  const ranksOf = (at: number) =>
    found && query.sort === 'relevance'
      ? found[at]!.ranks.map((rank) => common(rank, hits[at]!))
      : [hits[at]!]
  return pageOfIds(
    segments.map((segment, at) => ({ segment, ranks: ranksOf(at) })),
    { sort: query.sort === 'relevance' ? 'default' : query.sort, page, perPage },
  )
}
