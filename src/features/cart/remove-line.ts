import { cartApi } from '#client/cart-api.ts'
import { showToast } from '#client/toasts.ts'
import type { CartItem } from '#contract/cart.ts'
import { keepCart } from './cart-of-reply.ts'
import { requestQuantity } from './line-changes.ts'
import { sameAgain } from './same-again.ts'

/** Takes a line out at once, without asking back: the message offers to undo it. */
export async function removeLine(item: CartItem) {
  const reply = await requestQuantity(item.id, 0)
  if (!reply) return
  if (reply.status === 'error') return showToast('error', reply.message)
  showToast('success', `Removed ${item.product.name}`, { label: 'Undo', run: () => putBack(item) })
}

/** As it was: the same quantity with the same customisation. */
async function putBack(item: CartItem) {
  const reply = keepCart(await cartApi.cart.addItem(sameAgain(item), { silent: true }))
  if (reply.status === 'error') showToast('error', reply.message)
}
