/** The two ends of the checkout for an order: decisions §3, `checkout-complete` and `checkout-failed`. */
export function orderPages(orderId: number, token: string, method: string) {
  const query = new URLSearchParams({ order_id: String(orderId), token })
  return {
    complete: `/checkout-complete?${query}&${new URLSearchParams({ type: method })}`,
    failed: `/checkout-failed?${query}`,
  }
}
