import { cartStore } from '#client/cart-store.ts'
import { otherTabs } from './load-cart.ts'

/** Tells the shop's other tabs of every new cart; theirs are taken from the first moment on (`load-cart.ts`). */
export function keepTabsInStep() {
  const tell = () => {
    const { cart } = cartStore.getState()
    if (cart && cart !== otherTabs.heard) otherTabs.channel?.postMessage(cart)
  }
  return cartStore.subscribe(({ cart }, before) => cart !== before.cart && tell())
}
