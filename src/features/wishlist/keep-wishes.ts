import { wishlist } from '#client/wishlist-store.ts'
import type { WishlistItem } from '#contract/wishlist.ts'

/** Every reply of the wishlist holds the whole of it. */
export const keepWishes = (items: readonly WishlistItem[]) =>
  wishlist.setState({ ids: items.map(({ product }) => product.id) })
