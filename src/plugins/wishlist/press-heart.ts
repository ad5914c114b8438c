import { emitItems, toEventItem } from '#client/event-items.ts'
import { showToast } from '#client/toasts.ts'
import type { Failure } from '#contract/envelope.ts'
import { isSignedIn } from '#features/session/browser-session.ts'
import { openLogin } from '#features/session/open-login.ts'
import { api } from './api.ts'
import type { WishlistItem } from './contract.ts'
import { setWishlist, wishlist } from './wishlist-store.ts'

const quietly = { silent: true }

/** Toggles a variation on the wishlist. */
export async function pressHeart(productId: number) {
  if (wishlist.getState().ids.includes(productId)) await forgetWishlistItem(productId)
  else await saveWishlistItem(productId)
}

/**
 * Adds a variation to the wishlist, optimistically. A guest logs in first and finds it saved afterwards: spec
 * §4, session events. Resolves with whether it was saved now.
 */
export async function saveWishlistItem(productId: number): Promise<boolean> {
  if (!isSignedIn()) return logInFirst(productId)
  const { ids } = wishlist.getState()
  wishlist.setState({ ids: [productId, ...ids] })
  const reply = await api.wishlist.add({ product_id: productId }, quietly)
  if (reply.status === 'success') {
    setWishlist(reply.data)
    emitSaved(reply.data, productId)
    showToast('success', reply.message ?? 'Added to wishlist')
    return true
  }
  wishlist.setState({ ids })
  // The session has ended since.
  if (reply.code === 'UNAUTHENTICATED') return logInFirst(productId)
  showToast('error', reply.message)
  return false
}

/** Removes a variation; the message offers to undo it. */
export async function forgetWishlistItem(productId: number) {
  const { ids } = wishlist.getState()
  wishlist.setState({ ids: ids.filter((id) => id !== productId) })
  const reply = await api.wishlist.remove({ product_id: productId }, quietly)
  if (reply.status === 'success') {
    setWishlist(reply.data)
    showToast('success', reply.message ?? 'Removed from wishlist', {
      label: 'Undo',
      run: () => void saveWishlistItem(productId),
    })
    return
  }
  refuse(reply, ids)
}

function refuse(reply: Failure, ids: readonly number[]) {
  // Another tab has already removed it.
  if (reply.code === 'NOT_FOUND') return
  wishlist.setState({ ids })
  if (reply.code === 'UNAUTHENTICATED') openLogin({ redirect: here() })
  else showToast('error', reply.message)
}

function logInFirst(productId: number) {
  openLogin({ redirect: here(), after: () => void saveWishlistItem(productId) })
  return false
}

function emitSaved(items: readonly WishlistItem[], productId: number) {
  const product = items.find((item) => item.product.id === productId)?.product
  if (!product) return
  const { name, brand, channel } = product
  const item = toEventItem({ sku: channel.sku, name, brand: brand?.name, price: channel.selling_price })
  emitItems('add_to_wishlist', channel.selling_price.currency, [item])
}

const here = () => location.pathname + location.search
