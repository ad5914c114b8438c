import { type ComponentType, useEffect, useState } from 'react'
import type { Cart } from '#contract/cart.ts'
import { Icon } from '#ui/icon.tsx'
import css from './delivery-box.module.css'
import type { DeliveryPanelProps } from './delivery-panel.tsx'
import { keptPostcode } from './kept-postcode.ts'

/** What delivery costs, before there is an address: folded, and opened by itself for whoever has asked before. UX "Cart" 4. */
export function DeliveryBox({ cart }: { cart: Cart }) {
  const [isOpen, setIsOpen] = useState(false)
  const [Panel, setPanel] = useState<ComponentType<DeliveryPanelProps>>()
  const [hasFailed, setHasFailed] = useState(false)
  const load = () =>
    import('./delivery-panel.tsx').then(
      (chunk) => setPanel(() => chunk.DeliveryPanel),
      () => setHasFailed(true),
    )
  useEffect(() => {
    if (keptPostcode.read()) setIsOpen(true)
  }, [])
  // The checkout knows better by now.
  if (cart.shipping_address) return null
  return (
    <details
      className={css.box}
      open={isOpen}
      onToggle={(event) => {
        setIsOpen(event.currentTarget.open)
        setHasFailed(false)
        if (event.currentTarget.open) void load()
      }}
    >
      <summary className={css.fold} onPointerEnter={() => void load()}>
        Estimate delivery <Icon name="chevron-down" size={18} />
      </summary>
      {isOpen && Panel && <Panel cart={cart} />}
      {isOpen && !Panel && (
        <p role="status" className={css.waiting}>
          {hasFailed ? 'This did not load. Please close it and try again.' : 'One moment…'}
        </p>
      )}
    </details>
  )
}
