import { createStore } from 'zustand/vanilla'
import type { WishlistItem } from './contract.ts'

/** The variations on the customer's wishlist in this browser. Cached pages contain none, so hearts fill later. */
export const wishlist = createStore<{ ids: readonly number[] }>(() => ({ ids: [] }))

/** Every reply of the wishlist contains all items. */
export const setWishlist = (items: readonly WishlistItem[]) =>
  wishlist.setState({ ids: items.map(({ product }) => product.id) })
