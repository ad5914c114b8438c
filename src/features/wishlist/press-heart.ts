import { customerApi } from '#client/customer-api.ts'
import { showToast } from '#client/toasts.ts'
import { wishlist } from '#client/wishlist-store.ts'
import type { Failure } from '#contract/envelope.ts'
import { isSignedIn } from '#features/auth/is-signed-in.ts'
import { openLogin } from '#features/auth/open-login.ts'
import { keepWishes } from './keep-wishes.ts'

const quietly = { silent: true }

/** What a heart does: saves, or forgets what is saved. */
export async function pressHeart(productId: number) {
  if (wishlist.getState().ids.includes(productId)) await forgetWish(productId)
  else await saveWish(productId)
}

/**
 * Saves a variation, at once on the screen. A guest logs in first and finds it saved on the page they come back to: spec §4,
 * session events. Resolves with whether it was saved now.
 */
export async function saveWish(productId: number): Promise<boolean> {
  if (!isSignedIn()) return logInFirst(productId)
  const { ids } = wishlist.getState()
  wishlist.setState({ ids: [productId, ...ids] })
  const reply = await customerApi.wishlist.add({ product_id: productId }, quietly)
  if (reply.status === 'success') {
    keepWishes(reply.data)
    showToast('success', reply.message ?? 'Added to wishlist')
    return true
  }
  wishlist.setState({ ids })
  // The session has ended since.
  if (reply.code === 'UNAUTHENTICATED') return logInFirst(productId)
  showToast('error', reply.message)
  return false
}

/** Forgets a variation; the message offers to undo it. */
export async function forgetWish(productId: number) {
  const { ids } = wishlist.getState()
  wishlist.setState({ ids: ids.filter((id) => id !== productId) })
  const reply = await customerApi.wishlist.remove({ product_id: productId }, quietly)
  if (reply.status === 'success') {
    keepWishes(reply.data)
    showToast('success', reply.message ?? 'Removed from wishlist', {
      label: 'Undo',
      run: () => void saveWish(productId),
    })
    return
  }
  refuse(reply, ids)
}

function refuse(reply: Failure, ids: readonly number[]) {
  // Another tab was faster: it is gone, as was wanted.
  if (reply.code === 'NOT_FOUND') return
  wishlist.setState({ ids })
  if (reply.code === 'UNAUTHENTICATED') openLogin({ redirect: here() })
  else showToast('error', reply.message)
}

function logInFirst(productId: number) {
  openLogin({ redirect: here(), after: () => void saveWish(productId) })
  return false
}

const here = () => location.pathname + location.search
