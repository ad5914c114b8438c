import { cartStore, setCartIfNewer } from '#client/cart-store.ts'
import { emitCartChange } from '#client/event-items.ts'
import { showToast } from '#client/toasts.ts'
import { withAge } from '#features/cart/with-age.ts'
import { navigate } from '#pages/navigate.ts'
import { api } from './api.ts'
import { setWishlist } from './wishlist-store.ts'

/**
 * Adds a wishlist item to the cart. The list stays open, so that more can be added. Resolves with whether it
 * worked.
 */
export async function moveToCart(productId: number): Promise<boolean> {
  const reply = await withAge((age) =>
    api.wishlist.moveToCart({ product_id: productId, ...age }, { silent: true }),
  )
  if (reply.status === 'error') {
    showToast('error', reply.message)
    return false
  }
  emitCartChange(cartStore.getState().cart, reply.cart, { product_id: productId })
  setCartIfNewer(reply.cart)
  setWishlist(reply.data)
  showToast('success', reply.message ?? 'Moved to cart', {
    label: 'View cart',
    run: () => navigate('/cart'),
  })
  return true
}
