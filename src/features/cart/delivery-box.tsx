import type { Cart } from '#contract/cart.ts'
import { keptPostcode } from './kept-postcode.ts'
import { LateFold } from './late-fold.tsx'

/** What delivery costs, before there is an address; open by itself for whoever has asked before. UX "Cart" 4. */
export function DeliveryBox({ cart }: { cart: Cart }) {
  // The checkout knows better by now.
  if (cart.shipping_address) return null
  return (
    <LateFold
      label="Estimate delivery"
      waiting="One moment…"
      load={loadPanel}
      panel={{ cart }}
      isOpenAtFirst={() => keptPostcode.read() !== null}
    />
  )
}

const loadPanel = () => import('./delivery-panel.tsx').then(({ DeliveryPanel }) => DeliveryPanel)
