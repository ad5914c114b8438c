import type { Product } from '#contract/catalogue.ts'

type Stock = { stock: number; tracks_stock: boolean }

/** At this many or fewer the shop says that little is left. */
const lowStock = 5

/** What is shown where stock is not counted: more than anyone may put into a cart. */
const uncounted = 9_999

/** What the shopper reads about the stock of a variation. Decisions §2. */
export function availabilityOf({ stock, tracks_stock }: Stock): Product['availability'] {
  if (!tracks_stock || stock > lowStock) return 'in_stock'
  return stock === 0 ? 'out_of_stock' : 'low_stock'
}

/** How many can be bought, in display units. */
export const availableQuantity = ({ stock, tracks_stock }: Stock) => (tracks_stock ? stock : uncounted)
