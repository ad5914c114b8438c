import type { Facet, Filters, Sort } from '#contract/catalog.ts'

/** What a listing contains. Category: with all its subcategories. */
export type Scope =
  | { kind: 'shop' }
  | { kind: 'category'; id: number }
  | CollectionScope
  | ({ kind: 'search' } & SearchTerms)

/** `order`: of a collection by rules, after its products chosen by hand; otherwise those are all, in their own order. */
export type CollectionScope = { kind: 'collection'; id: number; order?: Exclude<Sort, 'relevance'> }

/** What is searched: the query with what the merchant's search tuning adds to it. ADR 0031. */
export type SearchTerms = {
  query: string
  /** The query with synonyms in the place of its words; a product matches any of them. */
  alternatives?: readonly string[]
  /** Products that come first in the order of relevance, also when they do not match. */
  pinned?: readonly number[]
}

export type ListingQuery = {
  channelId: number
  scope: Scope
  filters: Filters
  sort: Sort
  page: number
  perPage: number
}

/** `productIds` are ids of products (not variations) in page order; a facet's counts ignore its own choice. */
export type ListingAnswer = {
  productIds: number[]
  total: number
  facets: Facet[]
  /** For a search without results: the nearest spelling that has some. */
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

/** Which values of products are counted. */
export type CountedKind = 'category' | 'tag'

/** The first id of every run of so many products by ascending id, and how many there are in all. */
export type IdRuns = { firstIds: number[]; total: number }

/**
 * Answers listings and searches: page of ids, total and every facet's counts in one pass. Contains only published
 * products with a price in the channel. A search engine could implement it as well.
 */
export type CatalogIndex = {
  listing(query: ListingQuery): Promise<ListingAnswer>
  suggest(query: SearchTerms & { channelId: number; limit: number }): Promise<Suggestions>
  /** By id, how many products have the value itself; a category's are without those of its subcategories. */
  counts(query: { channelId: number; kind: CountedKind }): Promise<ReadonlyMap<number, number>>
  idRuns(query: { channelId: number; productsPerRun: number }): Promise<IdRuns>
  stop(): Promise<void>
}
