import type { Filters, Sort } from '#contract/catalog.ts'
import type { FocalPoint } from '#contract/shapes.ts'
import type { Card } from '#features/card/card.ts'
import type { FacetShown } from './facet-shown.ts'
import { listingQuery } from './listing-url.ts'

/** One page of any list of products: created by `loadListing`, shown by `ListingView`. */
export type ListingShown = {
  heading: { name: string; description: string; picture?: string; focal?: FocalPoint }
  breadcrumbs: { name: string; url: string }[]
  children: { id: number; name: string; url: string; image?: string; focal?: FocalPoint }[]
  cards: Card[]
  total: number
  page: number
  lastPage: number
  perPage: number
  sort: { value: string; options: { value: string; label: string }[] }
  filters: Filters
  facets: FacetShown[]
  /** The path alone: the search term is `query`. */
  url: string
  query: string
  /** For a search without results: a spelling with results. */
  didYouMean?: string
  /** For an empty list: the shop's best sellers. */
  best?: Card[]
  columns: number
  currency: string
  decimals: number
}

/** The URL of another page of a listing, or of other filters; page 1 by default. */
export const listingHref = (
  { url, query, sort, filters, decimals }: ListingShown,
  change: { page?: number; filters?: Filters; sort?: Sort } = {},
) => url + listingQuery({ query, sort: sort.value as Sort, filters, ...change }, decimals)
