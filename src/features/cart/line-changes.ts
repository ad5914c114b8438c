import { createStore } from 'zustand/vanilla'
import { cartApi } from '#client/cart-api.ts'
import { cartStore } from '#client/cart-store.ts'
import type { Cart } from '#contract/cart.ts'
import type { Reply } from '#contract/envelope.ts'
import { keepCart } from './cart-of-reply.ts'
import { answered, type LineChange, want } from './line-change.ts'

/** The lines under change, by item id. The cart itself stays the server's; `withChanges` lays these over it. */
export const lineChanges = createStore<Readonly<Record<number, LineChange>>>(() => ({}))

/**
 * Asks for a quantity of a line, 0 to remove it: one request at a time for a line, the latest wish wins. The answer is that to
 * the last request; undefined when an earlier call is at it already and will see to this wish too. No toasts.
 */
export async function requestQuantity(itemId: number, quantity: number): Promise<Reply<Cart> | undefined> {
  let next = want(lineChanges.getState()[itemId], quantity)
  let reply: Reply<Cart> | undefined
  put(itemId, next.change)
  while (next.asks && next.change) {
    reply = keepCart(await ask(itemId, next.change.asked))
    next = answered(lineChanges.getState()[itemId] ?? next.change)
    put(itemId, next.change)
  }
  return reply
}

const ask = (itemId: number, quantity: number) =>
  quantity === 0
    ? cartApi.cart.removeItem({ item_id: itemId }, { silent: true })
    : cartApi.cart.updateQty({ item_id: itemId, quantity }, { silent: true })

function put(itemId: number, change: LineChange | undefined) {
  const { [itemId]: _, ...others } = lineChanges.getState()
  const all = change ? { ...others, [itemId]: change } : others
  lineChanges.setState(all, true)
  cartStore.setState({ isUpdating: Object.keys(all).length > 0 })
}
