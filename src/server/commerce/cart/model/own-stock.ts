/**
 * SQL: the stock of variation v that is available to a cart. Stock held by the cart's own unpaid order is
 * available to it (ADR 0034). `orderId`: an expression for the cart's `unpaid_order_id`.
 */
export const ownStock = (orderId: string) => `v.stock + coalesce((
  select held.quantity from stock_holds held where held.order_id = (${orderId}) and held.variation_id = v.id), 0)`

/** The same where only the cart's id is available. */
export const ownStockOf = (cartId: string) =>
  ownStock(`select own.unpaid_order_id from carts own where own.id = ${cartId}`)
