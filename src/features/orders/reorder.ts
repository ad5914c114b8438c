import { api } from '#client/api.ts'
import { showToast } from '#client/toasts.ts'
import type { Order } from '#contract/checkout.ts'
import { applyCartReply } from '#features/cart/cart-of-reply.ts'
import { openCartDrawer } from '#features/cart/open-cart-drawer.ts'
import { reorderInput } from '#features/cart/reorder-input.ts'
import { withAge } from '#features/cart/with-age.ts'

/** An item that could not be ordered again, with the reason. */
export type Missing = { name: string; why: string }

/** Adds an order's bought items to the cart, as far as they are still sold, and returns the others. Gifts come with their promotion. */
export async function reorder(all: Order['productchannel']): Promise<Missing[]> {
  const items = all.filter((item) => !item.is_gift)
  const missing: Missing[] = []
  for (const item of items) {
    const { product_id, name } = item
    if (product_id === null) {
      missing.push({ name, why: 'No longer available' })
      continue
    }
    const line = reorderInput({ ...item, product_id })
    const sent = await withAge((age) => api.cart.addItem({ ...line, ...age }, { silent: true }))
    const reply = applyCartReply(sent, line)
    if (reply.status === 'error') missing.push({ name, why: reply.message })
  }
  if (missing.length < items.length && !openCartDrawer()) showToast('success', 'Added to cart')
  return missing
}
