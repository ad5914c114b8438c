import type { Order } from '#contract/checkout.ts'
import { LinkButton } from '#ui/button.tsx'

/** A link to the payment of an unpaid order. */
export function PayLink({ order: { order_id, token } }: { order: Pick<Order, 'order_id' | 'token'> }) {
  if (!token) return null
  const query = new URLSearchParams({ order_id: String(order_id), token })
  return <LinkButton href={`/checkout-failed?${query}`}>Pay now</LinkButton>
}
