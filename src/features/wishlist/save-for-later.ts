import { showToast } from '#client/toasts.ts'
import type { CartItem } from '#contract/cart.ts'
import { requestQuantity } from '#features/cart/line-changes.ts'
import { saveWish } from './press-heart.ts'

/**
 * Takes a line out of the cart and keeps it on the wishlist; it leaves the cart only once it is saved. Resolves with whether it
 * has left.
 */
export async function saveForLater(item: CartItem): Promise<boolean> {
  if (!(await saveWish(item.product_id))) return false
  const reply = await requestQuantity(item.id, 0)
  if (reply?.status === 'error') showToast('error', reply.message)
  return reply?.status === 'success'
}
