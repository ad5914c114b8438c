import { aboveMaximum, belowMinimum, notInSteps, outOfStock } from './refusals.ts'

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
 * Checks the new quantity of a line: `line` is that of the line, `total` includes all other lines of the
 * variation. The refusal names the lower of stock and limit, so that its advice can be followed. Decisions §4
 * (add-item).
 * @throws 409 OUT_OF_STOCK, 409 QUANTITY_LIMIT.
 */
export function requireQuantity(product: Stocked, { line, total }: { line: number; total: number }) {
  const { min_quantity, max_quantity, quantity_step } = product
  const stock = !product.is_buyable ? 0 : product.tracks_stock ? product.stock : Number.POSITIVE_INFINITY
  if (total > stock && stock <= max_quantity) throw outOfStock(stock)
  if (total > max_quantity) throw aboveMaximum(max_quantity)
  if (line < min_quantity) throw belowMinimum(min_quantity)
  const beyond = (line - min_quantity) % quantity_step
  if (beyond === 0) return
  const lower = line - beyond
  const higher = lower + quantity_step
  const choices = higher <= max_quantity ? `${lower} or ${higher}` : `${lower}`
  throw notInSteps(quantity_step, choices)
}
