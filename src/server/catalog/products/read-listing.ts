import type { Facet, Filters, Listing, Sort } from '#contract/catalog.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { knownFilters } from './known-filters.ts'
import type { CatalogOptions, ListingScope } from './listing-scope.ts'
import { priceTagOf } from './price-tags.ts'
import { cardsFor } from './read-cards.ts'
import { sortOptions } from './sort-options.ts'

type ListingRequest = { page: number; perPage: number; sort: Sort; filters: Filters }

/**
 * One page of a listing with its facets. A page beyond the last one is empty, with the right totals. Decisions §2
 * ($Listing).
 */
export async function readListing(
  db: Db,
  options: CatalogOptions,
  listingScope: ListingScope,
  request: ListingRequest,
): Promise<Listing> {
  const { page, perPage } = request
  const filters = await knownFilters(db, options, request.filters)
  const { scope, ...introduction } = listingScope
  const isSearch = scope.kind === 'search'
  const sort = request.sort === 'relevance' && !isSearch ? 'default' : request.sort

  const found = await options.catalogIndex.listing({
    channelId: options.channel.id,
    scope,
    filters,
    sort,
    page,
    perPage,
  })
  const hasOrigins = sort === 'origin_asc' || found.facets.some(({ key }) => key === 'country_of_origin')
  const priceTag = priceTagOf({ scope, sort, filters })
  options.tag('listing', priceTag, ...found.productIds.map((id) => `product:${id}`))
  return {
    ...introduction,
    products: {
      data: await cardsFor(db, options, found.productIds),
      current_page: page,
      last_page: Math.max(1, Math.ceil(found.total / perPage)),
      per_page: perPage,
      total: found.total,
    },
    sort: { value: sort, options: sortOptions({ isSearch, hasOrigins }) },
    filters,
    facets: found.facets,
    did_you_mean: found.didYouMean,
  }
}

/** The facets of a listing before any choice. Decisions §4, filters/all. */
export async function readFacetsOf(options: CatalogOptions, { scope }: ListingScope): Promise<Facet[]> {
  const requested = { scope, filters: {}, sort: 'default' } as const
  options.tag('listing', priceTagOf(requested))
  const { facets } = await options.catalogIndex.listing({
    channelId: options.channel.id,
    ...requested,
    page: 1,
    perPage: 1,
  })
  return facets
}
