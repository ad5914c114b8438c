import type { Filters, Product, Sort } from '#contract/catalog.ts'
import type { Scope } from '#server/platform/kernel/catalog-index.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { CatalogOptions } from './listing-scope.ts'
import { ALL_PRICES_TAG } from './price-tags.ts'
import { cardsFor, variationCardsFor } from './read-cards.ts'
import { categoryTree, findCategory } from './read-category-tree.ts'

type Source = 'custom' | 'newest' | 'best_selling' | 'featured' | 'on_sale' | 'top_rated' | 'recently_viewed'
type GridRequest = {
  items: number[]
  source: Source
  limit: number
  label?: string | undefined
  category?: string | undefined
  tag?: string | undefined
  /** Prices in minor units. */
  price_min?: number | undefined
  price_max?: number | undefined
}

/** A source is a sort order over the whole shop with a condition. */
const sources: Record<
  Exclude<Source, 'custom' | 'recently_viewed'>,
  { sort: Sort; has: (card: Product) => boolean }
> = {
  newest: { sort: 'newest', has: () => true },
  best_selling: { sort: 'best_selling', has: () => true },
  featured: { sort: 'default', has: () => true },
  on_sale: { sort: 'discount', has: (card) => card.channel.discount_percent > 0 },
  top_rated: { sort: 'rating', has: (card) => card.rating !== null },
}

/**
 * Cards of a grid section. `custom` and `recently_viewed` are the `items` (the wire's product ids), all of them, in
 * their order, without those not on sale; the other sources return the first `limit`. Decisions §4, product-grid.
 */
export async function readGrid(db: Db, options: CatalogOptions, request: GridRequest): Promise<Product[]> {
  const { source } = request
  return source === 'custom' || source === 'recently_viewed'
    ? readItems(db, options, request)
    : readSource(db, options, source, request)
}

async function readItems(db: Db, options: CatalogOptions, { items, label }: GridRequest) {
  const found = await variationCardsFor(db, options, [...new Set(items)])
  // A product that is not on sale may return, which changes the grid.
  options.tag('listing', ...found.map(({ productId }) => `product:${productId}`))
  const cards = found.map(({ card }) => card)
  return label === undefined ? cards : cards.filter(({ labels }) => labels.some(({ slug }) => slug === label))
}

async function readSource(
  db: Db,
  options: CatalogOptions,
  source: keyof typeof sources,
  request: GridRequest,
) {
  const { sort, has } = sources[source]
  const filters = filtersOf(request)
  options.tag('listing', ...(source === 'on_sale' || filters.price ? [ALL_PRICES_TAG] : []))
  const scope = await scopeOf(db, options, request.category)
  if (!scope) return []
  const { productIds } = await options.catalogIndex.listing({
    channelId: options.channel.id,
    scope,
    filters,
    sort,
    page: 1,
    perPage: request.limit,
  })
  options.tag(...productIds.map((id) => `product:${id}`))
  const cards = await cardsFor(db, options, productIds)
  return cards.filter(has)
}

/** Undefined when the category does not exist: such a grid is empty. */
async function scopeOf(
  db: Db,
  options: CatalogOptions,
  category: string | undefined,
): Promise<Scope | undefined> {
  if (!category) return { kind: 'shop' }
  const node = findCategory(await categoryTree(db, options), category)
  if (!node) return undefined
  options.tag(`category:${node.id}`)
  return { kind: 'category', id: node.id }
}

function filtersOf({ label, tag, price_min, price_max }: GridRequest): Filters {
  const price = {
    ...(price_min === undefined ? {} : { min: price_min }),
    ...(price_max === undefined ? {} : { max: price_max }),
  }
  return {
    ...(label === undefined ? {} : { label: [label] }),
    ...(tag === undefined ? {} : { tag: [tag] }),
    ...(Object.keys(price).length > 0 ? { price } : {}),
  }
}
