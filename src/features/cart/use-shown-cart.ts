import { useLayoutEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { setCartIfNewer, useCart } from '#client/cart-store.ts'
import type { Cart } from '#contract/cart.ts'
import { lineChanges } from './line-changes.ts'
import { waitingQuantities, waitingStore } from './waiting-cart.ts'
import { withChanges } from './with-changes.ts'

/** The cart with all pending and waiting changes; null until it is loaded. */
export function useShownCart(): Cart | null {
  const cart = useCart((state) => state.cart)
  const changes = useStore(lineChanges)
  const writes = useStore(waitingStore, (state) => state.writes)
  return useMemo(
    () => cart && withChanges(cart, { ...waitingQuantities(writes), ...changes }),
    [cart, changes, writes],
  )
}

/** The same on a page that was loaded with a cart: shown first, and stored for the whole tab. */
export function useLoadedCart(loaded: Cart): Cart {
  const shown = useShownCart()
  const [given, setGiven] = useState<Cart>()
  useLayoutEffect(() => {
    setCartIfNewer(loaded)
    setGiven(loaded)
  }, [loaded])
  return given === loaded && shown ? shown : loaded
}
