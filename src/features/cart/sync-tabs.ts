import { cartStore } from '#client/cart-store.ts'
import { otherTabs } from './load-cart.ts'

/** Sends every new cart to the shop's other tabs; theirs are received from the start (`load-cart.ts`). */
export function syncTabs() {
  let sent = otherTabs.received ?? null
  const send = () => {
    const { cart } = cartStore.getState()
    if (!cart || cart === sent || cart === otherTabs.received) return
    sent = cart
    otherTabs.channel?.postMessage(cart)
  }
  send()
  return cartStore.subscribe(send)
}
