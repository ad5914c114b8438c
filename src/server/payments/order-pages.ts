/** The two ends of the checkout for an order (decisions §3), and the way there for a gateway that posts (security §8). */
export function orderPages(orderId: number, token: string, method: string) {
  const query = new URLSearchParams({ order_id: String(orderId), token })
  return {
    complete: `/checkout-complete?${query}&${new URLSearchParams({ type: method })}`,
    failed: `/checkout-failed?${query}`,
    postedBack: `/api/payments/return/${method}?${query}`,
  }
}
