import { createStore } from 'zustand/vanilla'

/** The variations on the customer's wishlist, as far as this browser knows: pages for everyone have none, hearts fill later. */
export const wishlist = createStore<{ ids: readonly number[] }>(() => ({ ids: [] }))
