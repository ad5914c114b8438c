import type { Cart } from '#contract/cart.ts'

export type StockCheck = {
  is_stock_valid: boolean
  out_of_stock_items: { item_id: number; product_id: number; requested: number; available: number }[]
}

/** The lines that exceed the stock. Spec §7 (validate/stock). */
export function findStock({ items }: Cart): StockCheck {
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
 * Checks that the cart matches what the shopper saw: invalid when stock is short or a price change has not
 * been accepted. A coupon that no longer applies is reported, and the totals exclude it already. Spec §3
 * (cart client state), decisions §4 (cart/validate).
 */
export function validateCart(cart: Cart) {
  const stock = findStock(cart)
  const prices_updated = cart.items.some(({ previous_unit_price }) => previous_unit_price !== null)
  return {
    is_valid: stock.is_stock_valid && !prices_updated,
    prices_updated,
    ...stock,
    coupon_removed: cart.coupon_notice !== null,
  }
}

/** The message for an invalid cart; stock first, because it requires an action. */
export const messagesOf = ({ is_stock_valid }: StockCheck) =>
  is_stock_valid ? 'Some prices have changed' : 'Some items are out of stock'
