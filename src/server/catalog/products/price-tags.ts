import type { Filters, Sort } from '#contract/catalog.ts'
import type { Scope } from '#server/platform/kernel/catalog-index.ts'

/** Changes with every price of the shop. */
export const ALL_PRICES_TAG = 'prices'

/** What all tags of `priceRangeTag` begin with. */
export const PRICE_RANGE_TAGS = 'price-range:'

/** Changes with the lowest and the highest price of a category and its descendants, or of the shop. */
export const priceRangeTag = (scope: number | 'shop') => `${PRICE_RANGE_TAGS}${scope}`

const isOrderedByPrice: ReadonlySet<Sort> = new Set(['price_asc', 'price_desc', 'discount'])

/**
 * The tag for the prices that a listing depends on besides those of its products. A filter, a search or a collection
 * has a price range of its own, which writers do not compute, so it depends on all prices. ADR 0009.
 */
export function priceTagOf(listing: { scope: Scope; sort: Sort; filters: Filters }): string {
  const { scope, sort, filters } = listing
  if (isOrderedByPrice.has(sort) || Object.keys(filters).length > 0) return ALL_PRICES_TAG
  if (scope.kind === 'shop') return priceRangeTag('shop')
  return scope.kind === 'category' ? priceRangeTag(scope.id) : ALL_PRICES_TAG
}
