import { cartStore } from '#client/cart-store.ts'
import { otherTabs } from './load-cart.ts'

/** Tells the shop's other tabs of every new cart; theirs are taken from the first moment on (`load-cart.ts`). */
export function keepTabsInStep() {
  return cartStore.subscribe(({ cart }, { cart: before }) => {
    if (cart && cart !== before && cart !== otherTabs.heard) otherTabs.channel?.postMessage(cart)
  })
}
