import { sessionStore } from '#client/session-store.ts'
import { loadWishlist } from './load-wishlist.ts'
import { wishlist } from './wishlist-store.ts'

/** Loads the wishlist at login and clears it at logout, from now on. Spec §4, session events. */
export function followSession() {
  let customer: number | undefined
  const follow = () => {
    const { user } = sessionStore.getState()
    if (user?.id === customer) return
    customer = user?.id
    if (user) void loadWishlist()
    else wishlist.setState({ ids: [] })
  }
  sessionStore.subscribe(follow)
  follow()
}
