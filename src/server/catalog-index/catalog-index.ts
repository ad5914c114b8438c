import type { Facet, Filters, Sort } from '#contract/catalogue.ts'

/** What a listing is a listing of. Category: with all its subcategories. */
export type Scope =
  | { kind: 'shop' }
  | { kind: 'category'; id: number }
  | { kind: 'collection'; id: number }
  | { kind: 'search'; query: string }

export type ListingQuery = {
  channelId: number
  scope: Scope
  filters: Filters
  sort: Sort
  page: number
  perPage: number
}

/** `productIds` are ids of products (not variations) in page order; `facets` leave out their own choice. */
export type ListingAnswer = {
  productIds: number[]
  total: number
  facets: Facet[]
  /** Search without results: the nearest spelling that has some. */
  didYouMean: string | null
}

export type Suggestions = {
  productIds: number[]
  total: number
  /** Ids of matching categories and brands, best first. */
  categoryIds: number[]
  brandIds: number[]
  /** Completed queries. */
  completions: string[]
  didYouMean: string | null
}

/**
 * Answers listings and searches: page of ids, total and every facet's counts in one pass.
 * Only published products with a price in the channel are in it. A search engine could implement it as well.
 */
export type CatalogIndex = {
  listing(query: ListingQuery): Promise<ListingAnswer>
  suggest(query: { channelId: number; query: string; limit: number }): Promise<Suggestions>
  stop(): Promise<void>
}
