import type { Product } from '#contract/catalog.ts'
import type { RuleRow } from './sold-ahead.ts'

type Stock = { stock: number; tracks_stock: boolean; sold_ahead?: RuleRow | null }

/** At or below this stock the shop shows that few are left. */
export const lowStock = 5

/** The quantity for variations without stock tracking: more than a cart may contain. */
const uncounted = 9_999

/** The stock message of a variation. Decisions §2. */
export function availabilityOf({ stock, tracks_stock, sold_ahead }: Stock): Product['availability'] {
  if (!tracks_stock || stock > lowStock) return 'in_stock'
  if (stock === 0) return 'out_of_stock'
  // More can be ordered than is there.
  return sold_ahead ? 'in_stock' : 'low_stock'
}

/** How many can be bought, in display units. */
export const availableQuantity = ({ stock, tracks_stock }: Pick<Stock, 'stock' | 'tracks_stock'>) =>
  tracks_stock ? Math.min(stock, uncounted) : uncounted

/** What of a variation can be sold before a change and after it; `is_ahead`: more can be ordered than is there. */
type TotalChange = { product_id: number; is_ahead?: boolean; total: { before: number; after: number } }

/**
 * The pages that show the difference: those of the product, or lists too. A variation that is sold out or back is counted otherwise
 * there, and another one may lead its product, with another price. ADR 0009.
 */
export function pagesOfChange({ is_ahead, total: { before, after } }: Omit<TotalChange, 'product_id'>) {
  if (before === after) return undefined
  if (before > 0 !== after > 0) return 'listings'
  return is_ahead || Math.min(before, after) <= lowStock ? 'product' : undefined
}

/** The tags of these pages. */
export function tagsOfChange({ product_id, ...change }: TotalChange): string[] {
  const pages = pagesOfChange(change)
  if (!pages) return []
  return pages === 'listings' ? [`product:${product_id}`, 'listing'] : [`product:${product_id}`]
}

type Counted = Stock & { is_buyable: boolean }

/** The stock that can be sold, in pieces. An unpublished product counts as sold out, whatever its stock. */
export const stockOf = ({ is_buyable, stock, tracks_stock, sold_ahead = null }: Counted) =>
  is_buyable ? { stock, tracks_stock, sold_ahead } : { stock: 0, tracks_stock: true }
