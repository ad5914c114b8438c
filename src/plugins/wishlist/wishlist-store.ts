import { createStore } from 'zustand/vanilla'

/** The variations on the customer's wishlist in this browser. Cached pages contain none, so hearts fill later. */
export const wishlist = createStore<{ ids: readonly number[] }>(() => ({ ids: [] }))
