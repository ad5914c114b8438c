import { cartStore } from '#client/cart-store.ts'

/** In a separate file, because the drawer's chunk needs it and `open-cart-drawer.ts` imports the chunk. */
export const closeCartDrawer = () => cartStore.setState({ isDrawerOpen: false })
