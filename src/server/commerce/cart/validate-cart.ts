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
 * Checks that the cart matches what the shopper saw: invalid when it is empty, stock is short or a price change has not
 * been accepted. A coupon that no longer applies is reported, and the totals exclude it already. Spec §3
 * (cart client state), decisions §4 (cart/validate).
 */
export function validateCart(cart: Cart) {
  const stock = findStock(cart)
  const prices_updated = cart.items.some(({ previous_unit_price }) => previous_unit_price !== null)
  return {
    is_valid: cart.items.length > 0 && stock.is_stock_valid && !prices_updated,
    prices_updated,
    ...stock,
    coupon_removed: cart.coupon_notice !== null,
  }
}

/** The message for an invalid cart; an empty one first, then stock, because it requires an action. */
export function messagesOf({ is_stock_valid }: StockCheck, { items }: Pick<Cart, 'items'>): string {
  // Spec §5, checkout gate.
  if (items.length === 0) return 'Your cart is empty'
  return is_stock_valid ? 'Some prices have changed' : 'Some items are out of stock'
}
