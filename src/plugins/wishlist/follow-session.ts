import { sessionStore } from '#client/session-store.ts'
import { api } from './api.ts'
import { setWishlist, wishlist } from './wishlist-store.ts'

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

/**
 * Fills the hearts. If that fails they stay empty and still work. A reply is ignored when the wishlist changed while it loaded, as
 * it may be older: the product that a guest logged in for is added at the same time.
 */
export async function loadWishlist() {
  const { ids } = wishlist.getState()
  const reply = await api.wishlist.get({}, { silent: true })
  if (reply.status === 'success' && wishlist.getState().ids === ids) setWishlist(reply.data)
}
