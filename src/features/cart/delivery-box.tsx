import type { Cart } from '#contract/cart.ts'
import { isWithoutDelivery } from '#contract/rules/product-kind.ts'
import { storedPostcode } from './estimate-store.ts'
import { LazyDisclosure } from './lazy-disclosure.tsx'

/** A delivery estimate before there is an address; opened initially for shoppers who have requested one before. UX "Cart drawer / page" 4. */
export function DeliveryBox({ cart }: { cart: Cart }) {
  // The checkout shows the exact delivery from here on.
  if (cart.shipping_address || isWithoutDelivery(cart)) return null
  return (
    <LazyDisclosure
      label="Estimate delivery"
      waiting="One moment…"
      load={loadPanel}
      panel={{ cart }}
      isOpenAtFirst={() => storedPostcode.read() !== null}
    />
  )
}

const loadPanel = () => import('./delivery-panel.tsx').then(({ DeliveryPanel }) => DeliveryPanel)
