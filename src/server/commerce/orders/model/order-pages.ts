/**
 * The success and failure pages of the checkout (decisions §3), and the return path for a gateway that posts
 * (security §8).
 */
export function orderPages(orderId: number, token: string, method: string) {
  const query = new URLSearchParams({ order_id: String(orderId), token })
  return {
    complete: `/checkout-complete?${query}&${new URLSearchParams({ type: method })}`,
    failed: `/checkout-failed?${query}`,
    postedBack: `/api/payments/return/${method}?${query}`,
  }
}
