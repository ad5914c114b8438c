import type { Facet, Filters, Listing, Sort } from '#contract/catalogue.ts'
import { knownFilters } from './known-filters.ts'
import type { CatalogCall, Place } from './listing-place.ts'
import { cardsFor } from './read-cards.ts'
import { sortOptions } from './sort-options.ts'

type Asked = { page: number; perPage: number; sort: Sort; filters: Filters }

/** One page of a listing with its facets. A page beyond the last one is empty, its totals are right. Decisions §2 ($Listing). */
export async function readListing(call: CatalogCall, place: Place, asked: Asked): Promise<Listing> {
  const { page, perPage } = asked
  const filters = await knownFilters(call, asked.filters)
  const { scope, ...introduction } = place
  const isSearch = scope.kind === 'search'
  const sort = asked.sort === 'relevance' && !isSearch ? 'default' : asked.sort

  const found = await call.catalogIndex.listing({
    channelId: call.channel.id,
    scope,
    filters,
    sort,
    page,
    perPage,
  })
  call.tag('listing', ...found.productIds.map((id) => `product:${id}`))
  return {
    ...introduction,
    products: {
      data: await cardsFor(call, found.productIds),
      current_page: page,
      last_page: Math.max(1, Math.ceil(found.total / perPage)),
      per_page: perPage,
      total: found.total,
    },
    sort: { value: sort, options: sortOptions({ isSearch }) },
    filters,
    facets: found.facets,
    did_you_mean: found.didYouMean,
  }
}

/** The facets of a place where nothing is chosen yet. Decisions §4, filters/all. */
export async function readFacetsOf(call: CatalogCall, { scope }: Place): Promise<Facet[]> {
  call.tag('listing')
  const { facets } = await call.catalogIndex.listing({
    channelId: call.channel.id,
    scope,
    filters: {},
    sort: 'default',
    page: 1,
    perPage: 1,
  })
  return facets
}
