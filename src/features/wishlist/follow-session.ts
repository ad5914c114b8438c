import { wishlist } from '#client/wishlist-store.ts'
import { isSignedIn } from './is-signed-in.ts'

let wasSignedIn = false

/** The wishlist comes with the customer and goes with them. Spec §4, session events. */
export function followSession() {
  const isNow = isSignedIn()
  if (isNow === wasSignedIn) return
  wasSignedIn = isNow
  if (isNow) void import('./load-wishlist.ts').then(({ loadWishlist }) => loadWishlist())
  else wishlist.setState({ ids: [] })
}
