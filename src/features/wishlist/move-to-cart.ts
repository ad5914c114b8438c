import { takeCart } from '#client/cart-store.ts'
import { customerApi } from '#client/customer-api.ts'
import { showToast } from '#client/toasts.ts'
import { navigate } from '#pages/navigate.ts'
import { keepWishes } from './keep-wishes.ts'

/** Puts a saved variation into the cart. The list stays on the screen, so that more can follow. Resolves with whether it worked. */
export async function moveToCart(productId: number): Promise<boolean> {
  const reply = await customerApi.wishlist.moveToCart({ product_id: productId }, { silent: true })
  if (reply.status === 'error') {
    showToast('error', reply.message)
    return false
  }
  takeCart(reply.cart)
  keepWishes(reply.data)
  showToast('success', reply.message ?? 'Moved to cart', {
    label: 'View cart',
    run: () => navigate('/cart'),
  })
  return true
}
