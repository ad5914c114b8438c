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

/**
 * SQL: the stock of variation v that is available to a cart. Stock held by the cart's own unpaid order is
 * available to it (ADR 0034). `orderId`: an expression for the cart's `unpaid_order_id`.
 */
export const ownStock = (orderId: string) => `v.stock + coalesce((
  select held.quantity from stock_holds held where held.order_id = (${orderId}) and held.variation_id = v.id), 0)`

/** The same where only the cart's id is available. */
export const ownStockOf = (cartId: string) =>
  ownStock(`select own.unpaid_order_id from carts own where own.id = ${cartId}`)

/** SQL: the age that buyers of a product with the declarations d confirm; null for any. */
export const checkedAge = 'case when d.checks_age then d.min_age end'
