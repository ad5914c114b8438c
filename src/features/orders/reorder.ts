import { cartApi } from '#client/cart-api.ts'
import { showToast } from '#client/toasts.ts'
import type { Order } from '#contract/checkout.ts'
import { keepCart } from '#features/cart/cart-of-reply.ts'
import { openCartDrawer } from '#features/cart/open-cart-drawer.ts'
import { sameAgain } from '#features/cart/same-again.ts'

/** What could not be ordered again, and why. */
export type Missing = { name: string; why: string }

/** Puts what an order was into the cart once more, as far as it is still sold, and says what is not. */
export async function reorder(items: Order['productchannel']): Promise<Missing[]> {
  const missing: Missing[] = []
  for (const item of items) {
    const { product_id, name } = item
    if (product_id === null) {
      missing.push({ name, why: 'It is not sold any more' })
      continue
    }
    const reply = keepCart(await cartApi.cart.addItem(sameAgain({ ...item, product_id }), { silent: true }))
    if (reply.status === 'error') missing.push({ name, why: reply.message })
  }
  if (missing.length < items.length && !openCartDrawer()) showToast('success', 'Added to cart')
  return missing
}
