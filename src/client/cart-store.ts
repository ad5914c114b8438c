import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Cart } from '#contract/cart.ts'

/**
 * The cart as this browser knows it. Null until it was asked for: pages for everyone hold nothing of a visitor, so the badge
 * fills after hydration. Spec §3 (cart client state) and §4.
 */
type CartState = {
  cart: Cart | null
  isDrawerOpen: boolean
  /** The variation that was added last; turns off after 2 s. */
  justAdded: number | null
  adding: number | null
  isUpdating: boolean
}

export const cartStore = createStore<CartState>(() => ({
  cart: null,
  isDrawerOpen: false,
  justAdded: null,
  adding: null,
  isUpdating: false,
}))

export const useCart = <Part>(select: (state: CartState) => Part) => useStore(cartStore, select)

/** Puts a cart that the server sent in place, unless a newer one stands there already. */
export function takeCart(cart: Cart) {
  const known = cartStore.getState().cart
  const isOlder = known !== null && known.id !== null && known.id === cart.id && known.version > cart.version
  if (!isOlder) cartStore.setState({ cart })
}
