import type { Product, Sort } from '#contract/catalogue.ts'
import type { CatalogCall } from './listing-place.ts'
import { cardsFor, variationCardsFor } from './read-cards.ts'

type Source = 'custom' | 'newest' | 'best_selling' | 'featured' | 'on_sale' | 'top_rated' | 'recently_viewed'
type Asked = { items: number[]; source: Source; limit: number; label?: string | undefined }

/** A source that is an order of the whole shop, and which of its products belong to it. */
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
 * Cards of a grid section. `custom` and `recently_viewed` are the `items` (the wire's product ids), all of them, in their order,
 * without what is not on sale; the other sources take the first `limit`. Decisions §4, product-grid.
 */
export async function readGrid(call: CatalogCall, asked: Asked): Promise<Product[]> {
  const { source } = asked
  return source === 'custom' || source === 'recently_viewed'
    ? readItems(call, asked)
    : readSource(call, source, asked)
}

async function readItems(call: CatalogCall, { items, label }: Asked) {
  const found = await variationCardsFor(call, [...new Set(items)])
  // One that is not on sale now may come back: then the grid is another.
  call.tag('listing', ...found.map(({ productId }) => `product:${productId}`))
  const cards = found.map(({ card }) => card)
  return label === undefined ? cards : cards.filter(({ labels }) => labels.some(({ slug }) => slug === label))
}

async function readSource(call: CatalogCall, source: keyof typeof sources, { limit, label }: Asked) {
  const { sort, has } = sources[source]
  const { productIds } = await call.catalogIndex.listing({
    channelId: call.channel.id,
    scope: { kind: 'shop' },
    filters: label === undefined ? {} : { label: [label] },
    sort,
    page: 1,
    perPage: limit,
  })
  call.tag('listing', ...productIds.map((id) => `product:${id}`))
  const cards = await cardsFor(call, productIds)
  return cards.filter(has)
}
