import type { WishlistItem } from './contract.ts'
import { wishlist } from './wishlist-store.ts'

/** Every reply of the wishlist contains all items. */
export const setWishlist = (items: readonly WishlistItem[]) =>
  wishlist.setState({ ids: items.map(({ product }) => product.id) })
