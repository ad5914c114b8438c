import { useEffect, useState } from 'react'
import { EmptyCart } from '#features/cart/empty-cart.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { latestOrder } from './latest-order.ts'

/** In place of the payment step once another tab has placed the order: its number and page, or the empty cart. */
export function OrderedElsewhere({ since }: { since: number }) {
  const [order, setOrder] = useState<ReturnType<typeof latestOrder.read>>(null)
  useEffect(() => {
    const read = () => setOrder(latestOrder.read())
    read()
    // The other tab may still be on its way to the page of the order.
    window.addEventListener('storage', read)
    return () => window.removeEventListener('storage', read)
  }, [])
  if (!order || order.at < since) return <EmptyCart level="h1" />
  return (
    <EmptyState
      icon="check"
      level="h1"
      title={`${order.order_no} is placed`}
      text="You placed this order in another tab."
    >
      <LinkButton href={`/checkout-complete?${new URLSearchParams({ order_id: String(order.id) })}`}>
        See your order
      </LinkButton>
      <LinkButton look="secondary" href="/shop-online">
        Continue shopping
      </LinkButton>
    </EmptyState>
  )
}
