import { cartStore } from '#client/cart-store.ts'

/** Opens the drawer. Returns false on the cart page and in the checkout, where it does not open. */
export function openCartDrawer(): boolean {
  if (location.pathname === '/cart' || location.pathname.startsWith('/checkout/')) return false
  cartStore.setState({ isDrawerOpen: true })
  return true
}

type DrawerChunk = typeof import('./cart-drawer.tsx')

let chunk: Promise<DrawerChunk> | undefined

/** Loads the drawer's code: on hover, touch or focus of a button that opens it, and while a product is added. */
export function preloadCartDrawer(): Promise<DrawerChunk | undefined> {
  // Without the chunk the button links to the cart page; a later attempt may succeed.
  chunk ??= import('./cart-drawer.tsx').catch((error) => {
    chunk = undefined
    throw error
  })
  return chunk.catch(() => undefined)
}
