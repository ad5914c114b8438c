import type { Order } from '#contract/checkout.ts'
import { LinkButton } from '#ui/button.tsx'

/** The way back to paying an order that waits for it. */
export function PayLink({ order: { order_id, token } }: { order: Pick<Order, 'order_id' | 'token'> }) {
  if (!token) return null
  const query = new URLSearchParams({ order_id: String(order_id), token })
  return <LinkButton href={`/checkout-failed?${query}`}>Pay now</LinkButton>
}
