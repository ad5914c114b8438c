/**
 * SQL: the stock of variation v as a cart may use it. What the cart's own unpaid order holds was taken for this very cart, so
 * it is not gone for it (ADR 0008). `orderId`: an expression for the cart's `unpaid_order_id`.
 */
export const ownStock = (orderId: string) => `v.stock + coalesce((
  select held.quantity from stock_holds held where held.order_id = (${orderId}) and held.variation_id = v.id), 0)`

/** The same where only the cart's id is at hand. */
export const ownStockOf = (cartId: string) =>
  ownStock(`select own.unpaid_order_id from carts own where own.id = ${cartId}`)
