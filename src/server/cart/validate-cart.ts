import type { Cart } from '#contract/cart.ts'

export type StockFinding = {
  is_stock_valid: boolean
  out_of_stock_items: { item_id: number; product_id: number; requested: number; available: number }[]
}

/** Which lines the stock does not cover. Spec §7 (validate/stock). */
export function findStock({ items }: Cart): StockFinding {
  const out_of_stock_items = items
    .filter(({ in_stock }) => !in_stock)
    .map(({ id, product_id, quantity, available_quantity }) => ({
      item_id: id,
      product_id,
      requested: quantity,
      available: available_quantity,
    }))
  return { is_stock_valid: out_of_stock_items.length === 0, out_of_stock_items }
}

/**
 * Is the cart still what the shopper saw? Invalid when stock is short or a price has changed and has not been accepted; a coupon
 * that does not count any more is told, and the totals are without it already.
 * Spec §3 (cart client state), decisions §4 (cart/validate).
 */
export function findCart(cart: Cart) {
  const stock = findStock(cart)
  const prices_updated = cart.items.some(({ previous_unit_price }) => previous_unit_price !== null)
  return {
    is_valid: stock.is_stock_valid && !prices_updated,
    prices_updated,
    ...stock,
    coupon_removed: cart.coupon_notice !== null,
  }
}

/** What the shopper is told of an invalid cart; stock first, as it needs doing something. */
export const wordsOf = ({ is_stock_valid }: StockFinding) =>
  is_stock_valid ? 'Some prices have changed' : 'Some items are out of stock'
