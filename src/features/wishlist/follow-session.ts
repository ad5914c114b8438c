import { wishlist } from '#client/wishlist-store.ts'

/** The wishlist comes with the customer and goes with them. Spec §4, session events. */
export function followSession(isLoggedIn: boolean) {
  if (isLoggedIn) void import('./load-wishlist.ts').then(({ loadWishlist }) => loadWishlist())
  else wishlist.setState({ ids: [] })
}
