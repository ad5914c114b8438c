import type {
  categoryEndpoints,
  productEndpoints,
  searchEndpoints,
  shopEndpoints,
  tagEndpoints,
} from '#contract/catalogue.ts'
import type { Handlers } from '../http/handlers.ts'
import {
  type CatalogCall,
  categoryPlace,
  collectionPlace,
  type Place,
  searchPlace,
  shopPlace,
} from './listing-place.ts'
import { readCategories, readCategoryGrid } from './read-categories.ts'
import { readGrid } from './read-grid.ts'
import { readFacetsOf, readListing } from './read-listing.ts'
import { requireProduct } from './read-product.ts'
import { readRelated } from './read-related.ts'
import { readTags } from './read-tags.ts'
import { suggest } from './suggest.ts'

export const productHandlers: Handlers<typeof productEndpoints> = {
  grid: (input, call) => readGrid(call, input),
  category: async ({ id, ...asked }, call) => readListing(call, await categoryPlace(call, id), asked),
  collection: async ({ id, ...asked }, call) => readListing(call, await collectionPlace(call, id), asked),
  filters: async ({ type, id, query }, call) => readFacetsOf(call, await placesByType[type](call, id, query)),

  // `is_published` never widens what a visitor sees: drafts are for a preview's token only.
  single: ({ id, sku }, call) => requireProduct(call, { id, sku }),

  async related({ id }, call) {
    const product = await requireProduct(call, { id })
    return readRelated(call, product.id)
  },
}

export const categoryHandlers: Handlers<typeof categoryEndpoints> = {
  grid: (input, call) => readCategoryGrid(call, input),
  all: ({ category_id }, call) => readCategories(call, category_id),
}

export const tagHandlers: Handlers<typeof tagEndpoints> = {
  all: (_input, { db, channel, tag }) => {
    tag('listing')
    return readTags(db, channel.id)
  },
}

export const shopHandlers: Handlers<typeof shopEndpoints> = {
  listing: async ({ id, ...asked }, call) => readListing(call, await shopPlace(call, id), asked),
}

export const searchHandlers: Handlers<typeof searchEndpoints> = {
  suggest: ({ query }, call) => suggest(call, query),
  products: ({ query, ...asked }, call) => readListing(call, searchPlace(query), asked),
}

type PlaceOf = (call: CatalogCall, id: string, query?: string) => Place | Promise<Place>

const placesByType: Record<'category' | 'collection' | 'shop' | 'search', PlaceOf> = {
  category: categoryPlace,
  collection: collectionPlace,
  shop: shopPlace,
  search: (_call, id, query) => searchPlace(query ?? id),
}
