import { cartStore } from '#client/cart-store.ts'

/** In a file of its own, because the drawer's chunk needs it and `open-cart-drawer.ts` needs the chunk. */
export const closeCartDrawer = () => cartStore.setState({ isDrawerOpen: false })
