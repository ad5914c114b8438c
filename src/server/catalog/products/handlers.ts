import type {
  categoryEndpoints,
  productEndpoints,
  searchEndpoints,
  shopEndpoints,
  tagEndpoints,
} from '#contract/catalog.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { Handlers } from '#server/platform/kernel/handlers.ts'
import { missedSearchTag } from '../search-tuning/read-tuning.ts'
import {
  type CatalogOptions,
  categoryScope,
  collectionScope,
  type ListingScope,
  searchScope,
  shopScope,
} from './listing-scope.ts'
import { readCategories, readCategoryGrid } from './read-categories.ts'
import { readGrid } from './read-grid.ts'
import { readFacetsOf, readListing } from './read-listing.ts'
import { requireProduct } from './read-product.ts'
import { readRelated } from './read-related.ts'
import { readTags } from './read-tags.ts'
import { suggest } from './suggest.ts'

export const productHandlers: Handlers<typeof productEndpoints> = {
  grid: (input, call) => readGrid(call.db, call, input),
  category: async ({ id, ...requested }, call) =>
    readListing(call.db, call, await categoryScope(call.db, call, id), requested),
  collection: async ({ id, ...requested }, call) =>
    readListing(call.db, call, await collectionScope(call.db, call, id), requested),
  filters: async ({ type, id, query }, call) =>
    readFacetsOf(call, await scopesByType[type](call.db, call, id, query)),

  // `is_published` never widens what a visitor sees: drafts require a preview token.
  single: ({ id, sku }, call) => requireProduct(call.db, call, { id, sku }),

  async related({ id }, call) {
    const product = await requireProduct(call.db, call, { id })
    return readRelated(call.db, call, product.id)
  },
}

export const categoryHandlers: Handlers<typeof categoryEndpoints> = {
  grid: (input, call) => readCategoryGrid(call.db, call, input),
  all: ({ category_id }, call) => readCategories(call.db, call, category_id),
}

export const tagHandlers: Handlers<typeof tagEndpoints> = {
  all: (_input, { db, catalogIndex, channel, tag }) => {
    tag('listing')
    return readTags({ db, catalogIndex }, channel.id)
  },
}

export const shopHandlers: Handlers<typeof shopEndpoints> = {
  listing: async ({ id, ...requested }, call) =>
    readListing(call.db, call, await shopScope(call.db, call, id), requested),
}

export const searchHandlers: Handlers<typeof searchEndpoints> = {
  suggest: ({ query }, call) => suggest(call.db, call, query),
  async products({ query, ...requested }, call) {
    const { redirect_to, ...scope } = await searchScope(call.db, call, query)
    const listing = await readListing(call.db, call, scope, requested)
    const isUnfiltered = Object.keys(requested.filters).length === 0
    if (listing.products.total === 0 && isUnfiltered && redirect_to === null) call.tag(missedSearchTag)
    return { ...listing, redirect_to }
  },
}

type ScopeReader = (
  db: Db,
  options: CatalogOptions,
  id: string,
  query?: string,
) => ListingScope | Promise<ListingScope>

const scopesByType: Record<'category' | 'collection' | 'shop' | 'search', ScopeReader> = {
  category: categoryScope,
  collection: collectionScope,
  shop: shopScope,
  search: (db, options, id, query) => searchScope(db, options, query ?? id),
}
