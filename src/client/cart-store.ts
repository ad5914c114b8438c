import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Cart } from '#contract/cart.ts'

/**
 * The cart in this browser. Null until it is loaded: cached pages contain no visitor data, so the badge fills
 * after hydration. Spec §3 (cart client state) and §4.
 */
type CartState = {
  cart: Cart | null
  isDrawerOpen: boolean
  /** The variation that was added last; cleared after 2 s. */
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

/** Stores a cart from the server, unless a newer one is already stored. */
export function setCartIfNewer(cart: Cart) {
  const known = cartStore.getState().cart
  const isOlder = known !== null && known.id !== null && known.id === cart.id && known.version > cart.version
  if (!isOlder) cartStore.setState({ cart })
}

/** In a separate file, because the drawer's chunk needs it and `open-cart-drawer.ts` imports the chunk. */
export const closeCartDrawer = () => cartStore.setState({ isDrawerOpen: false })
