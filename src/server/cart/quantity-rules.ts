import { rejected } from '../http/errors.ts'

export type Stocked = {
  /** Published and priced. */
  is_buyable: boolean
  stock: number
  tracks_stock: boolean
  min_quantity: number
  max_quantity: number
  quantity_step: number
}

/**
 * Holds the new quantity of a line against what may be bought: `line` is that line's, `total` with all other lines of
 * the variation. Of stock and limit the tighter one is told, so that the advice given can be followed. Decisions §4 (add-item).
 *
 * @throws 409 OUT_OF_STOCK, 409 QUANTITY_LIMIT.
 */
export function requireQuantity(product: Stocked, { line, total }: { line: number; total: number }) {
  const { min_quantity, max_quantity, quantity_step } = product
  const stock = !product.is_buyable ? 0 : product.tracks_stock ? product.stock : Number.POSITIVE_INFINITY
  if (total > stock && stock <= max_quantity) throw outOfStock(stock)
  if (total > max_quantity) throw limit(`You can order up to ${max_quantity} of this product`)
  if (line < min_quantity) throw limit(`Please order at least ${min_quantity} of this product`)
  const beyond = (line - min_quantity) % quantity_step
  if (beyond === 0) return
  const lower = line - beyond
  const higher = lower + quantity_step
  const choices = higher <= max_quantity ? `${lower} or ${higher}` : `${lower}`
  throw limit(`This product is sold in steps of ${quantity_step}. Please choose ${choices}`)
}

/** 409 in the words of decisions §4. */
export const outOfStock = (available: number) =>
  rejected('OUT_OF_STOCK', available > 0 ? `Only ${available} left in stock` : 'This product is out of stock')

const limit = (message: string) => rejected('QUANTITY_LIMIT', message)
