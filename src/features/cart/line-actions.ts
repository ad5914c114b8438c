import { api } from '#client/api.ts'
import { showToast } from '#client/toasts.ts'
import type { CartItem } from '#contract/cart.ts'
import { applyCartReply } from './cart-of-reply.ts'
import { requestQuantity } from './line-changes.ts'
import { reorderInput } from './reorder-input.ts'

/** Sets the quantity of a line. Shown at once; reverted with the server's message when it is refused. */
export async function changeQuantity(itemId: number, quantity: number) {
  const reply = await requestQuantity(itemId, quantity)
  if (reply?.message) showToast(reply.status, reply.message)
}

/** Takes another of the gifts that a promotion offers. */
export const chooseGift = async (promotion_id: number, product_id: number) =>
  applyCartReply(await api.cart.chooseGift({ promotion_id, product_id }))

/** Removes a line at once, without a confirmation: the message offers to undo it. */
export async function removeLine(item: CartItem) {
  const reply = await requestQuantity(item.id, 0)
  if (!reply) return
  if (reply.status === 'error') return showToast('error', reply.message)
  showToast('success', `Removed ${item.product.name}`, { label: 'Undo', run: () => restock(item) })
}

/** Restores the line with the same quantity and customisation. */
async function restock(item: CartItem) {
  const reply = applyCartReply(await api.cart.addItem(reorderInput(item), { silent: true }))
  if (reply.status === 'error') showToast('error', reply.message)
}
