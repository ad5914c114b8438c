import { cartStore } from '#client/cart-store.ts'

/** Opens the drawer. Not where the whole cart is on the page already, nor in the checkout: then it answers false. */
export function openCartDrawer(): boolean {
  if (location.pathname === '/cart' || location.pathname.startsWith('/checkout/')) return false
  cartStore.setState({ isDrawerOpen: true })
  return true
}

type DrawerChunk = typeof import('./cart-drawer.tsx')

let chunk: Promise<DrawerChunk> | undefined

/** Fetches the drawer's code ahead: on hover or focus of what opens it, and when the browser is idle. */
export function preloadCartDrawer(): Promise<DrawerChunk | undefined> {
  // Without the chunk the drawer's link leads to the cart page; a later try may do better.
  chunk ??= import('./cart-drawer.tsx').catch((error) => {
    chunk = undefined
    throw error
  })
  return chunk.catch(() => undefined)
}
