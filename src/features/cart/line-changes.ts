import { createStore } from 'zustand/vanilla'
import { api } from '#client/api.ts'
import { cartStore } from '#client/cart-store.ts'
import type { Cart } from '#contract/cart.ts'
import type { Reply } from '#contract/envelope.ts'
import { applyCartReply } from './cart-of-reply.ts'
import { answered, type LineChange, want } from './line-change.ts'
import { cancelWaiting, isAway, waitForNetwork } from './waiting-cart.ts'

/** Pending quantity changes by item id. `withChanges` applies them to the server's cart for display. */
export const lineChanges = createStore<Readonly<Record<number, LineChange>>>(() => ({}))

/**
 * Requests a quantity of a line, 0 to remove it: one request at a time per line, the latest quantity wins.
 * Resolves with the reply to the last request; undefined when an earlier call already sends requests and will
 * send this one too, and when it waits for the network. No toasts.
 */
export async function requestQuantity(itemId: number, quantity: number): Promise<Reply<Cart> | undefined> {
  let next = want(lineChanges.getState()[itemId], quantity)
  let reply: Reply<Cart> | undefined
  put(itemId, next.change)
  if (next.asks) await cancelWaiting((write) => write.kind === 'quantity' && write.item_id === itemId)
  while (next.asks && next.change) {
    reply = applyCartReply(await ask(itemId, next.change.requested))
    if (isAway(reply) && (await waits(itemId))) {
      put(itemId, undefined)
      return undefined
    }
    next = answered(lineChanges.getState()[itemId] ?? next.change)
    put(itemId, next.change)
  }
  return reply
}

/** Resolves when no quantity change is pending. */
export const lineChangesSaved = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (Object.keys(lineChanges.getState()).length > 0) return
      stop()
      resolve()
    }
    const stop = lineChanges.subscribe(look)
    look()
  })

function waits(itemId: number) {
  const item = cartStore.getState().cart?.items.find(({ id }) => id === itemId)
  const quantity = lineChanges.getState()[itemId]?.wanted
  if (!item || quantity === undefined) return false
  return waitForNetwork({ kind: 'quantity', name: item.product.name, item_id: itemId, quantity })
}

const ask = (itemId: number, quantity: number) =>
  quantity === 0
    ? api.cart.removeItem({ item_id: itemId }, { silent: true })
    : api.cart.updateQty({ item_id: itemId, quantity }, { silent: true })

function put(itemId: number, change: LineChange | undefined) {
  const { [itemId]: _, ...others } = lineChanges.getState()
  const all = change ? { ...others, [itemId]: change } : others
  lineChanges.setState(all, true)
  cartStore.setState({ isUpdating: Object.keys(all).length > 0 })
}
