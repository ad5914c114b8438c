import { api } from '#client/api.ts'
import { showToast } from '#client/toasts.ts'
import type { CartItem } from '#contract/cart.ts'
import { keepCart } from './cart-of-reply.ts'
import { requestQuantity } from './line-changes.ts'

/** Takes a line out at once, without asking back: the message offers to undo it. */
export async function removeLine(item: CartItem) {
  const reply = await requestQuantity(item.id, 0)
  if (!reply) return
  if (reply.status === 'error') return showToast('error', reply.message)
  showToast('success', `Removed ${item.product.name}`, { label: 'Undo', run: () => putBack(item) })
}

/** As it was: the same quantity with the same customisation. */
async function putBack({ product_id, quantity, additonal_data }: CartItem) {
  const { custom_text, image_path } = additonal_data ?? {}
  const reply = keepCart(
    await api.cart.addItem(
      {
        product_id,
        quantity,
        ...(additonal_data
          ? {
              additonal_data: {
                ...(custom_text ? { custom_text } : {}),
                ...(image_path ? { image_path } : {}),
              },
            }
          : {}),
      },
      { silent: true },
    ),
  )
  if (reply.status === 'error') showToast('error', reply.message)
}
