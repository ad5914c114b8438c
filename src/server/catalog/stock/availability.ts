import type { Product } from '#contract/catalog.ts'

type Stock = { stock: number; tracks_stock: boolean }

/** At or below this stock the shop shows that few are left. */
export const lowStock = 5

/** The quantity for variations without stock tracking: more than a cart may contain. */
const uncounted = 9_999

/** The stock message of a variation. Decisions §2. */
export function availabilityOf({ stock, tracks_stock }: Stock): Product['availability'] {
  if (!tracks_stock || stock > lowStock) return 'in_stock'
  return stock === 0 ? 'out_of_stock' : 'low_stock'
}

/** How many can be bought, in display units. */
export const availableQuantity = ({ stock, tracks_stock }: Stock) => (tracks_stock ? stock : uncounted)

type Counted = { is_buyable: boolean; stock: number; tracks_stock: boolean }

/** The stock that can be sold, in pieces. An unpublished product counts as sold out, whatever its stock. */
export const stockOf = ({ is_buyable, stock, tracks_stock }: Counted) =>
  is_buyable ? { stock, tracks_stock } : { stock: 0, tracks_stock: true }
