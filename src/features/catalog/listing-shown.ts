import type { Filters, Sort } from '#contract/catalogue.ts'
import type { Card } from './card.ts'
import type { FacetShown } from './facet-shown.ts'
import { listingQuery } from './listing-url.ts'

/** One page of any list of products: what `loadListing` makes and `ListingView` shows. */
export type ListingShown = {
  heading: { name: string; description: string }
  breadcrumbs: { name: string; url: string }[]
  children: { id: number; name: string; url: string; count: number }[]
  cards: Card[]
  total: number
  page: number
  lastPage: number
  perPage: number
  sort: { value: string; options: { value: string; label: string }[] }
  filters: Filters
  facets: FacetShown[]
  url: string
  query: string
  /** Of a search without results: the spelling that has some. */
  didYouMean?: string
  columns: number
  currency: string
  decimals: number
}

/** The address of another page of a listing, or of other filters; page 1 where none is named. */
export const listingHref = (
  { url, query, sort, filters, decimals }: ListingShown,
  change: { page?: number; filters?: Filters; sort?: Sort } = {},
) => url + listingQuery({ query, sort: sort.value as Sort, filters, ...change }, decimals)
