import { useEffect, useState } from 'react'
import { api } from '#client/api.ts'
import { loadSlots } from '#client/load-slots.ts'
import { useShop } from '#client/shop-context.ts'
import { loadSlotViews } from '#client/slot.tsx'
import type { Cart } from '#contract/cart.ts'
import type { SlotContents, SlotRequest } from '#contract/slots.ts'

/** The slots of a cart: one for each line, and its summary. */
export const cartSlots = ({ items, cart_session }: Cart): SlotRequest[] => [
  ...items.map(({ id, product_id }) => ({
    name: 'cart.line' as const,
    props: { item_id: id, product_id },
  })),
  { name: 'cart.summary', props: { cart_session } },
  { name: 'cart.value', props: { cart_session } },
]

/**
 * The contents of the cart's slots, loaded again whenever the cart changes. Asks nothing in a shop without plugins.
 *
 * @param first those that the page was loaded with, and the version of its cart
 */
export function useCartSlots(cart: Cart | null, first?: { slots: SlotContents; version: number }) {
  const hasPlugins = useShop().plugins !== undefined
  const [slots, setSlots] = useState(first?.slots ?? {})
  const [loadedVersion, setLoadedVersion] = useState(first?.version)
  const isCurrent = !cart || cart.items.length === 0 || cart.version === loadedVersion
  useEffect(() => {
    if (!hasPlugins || !cart || isCurrent) return
    let isWanted = true
    void loadSlots(api, cartSlots(cart)).then(async (contents) => {
      await loadSlotViews(contents)
      if (!isWanted) return
      setSlots(contents)
      setLoadedVersion(cart.version)
    })
    return () => {
      isWanted = false
    }
  }, [hasPlugins, cart, isCurrent])
  return slots
}
