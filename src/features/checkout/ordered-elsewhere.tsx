import { type ReactNode, useEffect, useState } from 'react'
import type { Cart } from '#contract/cart.ts'
import { EmptyCart } from '#features/cart/empty-cart.tsx'
import { useLoadedCart } from '#features/cart/use-shown-cart.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { latestOrder } from './latest-order.ts'

type Props = { cart: Cart; children: ReactNode }

/** A step of the checkout, until its cart has become an order in another tab. */
export function UntilOrdered({ cart: loaded, children }: Props) {
  const cart = useLoadedCart(loaded)
  const [openedAt] = useState(Date.now)
  if (cart.items.length > 0 || loaded.items.length === 0) return children
  return (
    <div className="wide">
      <OrderedElsewhere since={openedAt} />
    </div>
  )
}

/** The number and page of the order that another tab has placed, or the empty cart. */
function OrderedElsewhere({ since }: { since: number }) {
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
