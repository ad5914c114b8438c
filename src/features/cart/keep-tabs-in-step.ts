import { cartStore, takeCart } from '#client/cart-store.ts'
import type { Cart } from '#contract/cart.ts'

/** Tells the shop's other tabs of every new cart, and takes theirs. Without BroadcastChannel each tab is for itself. */
export function keepTabsInStep() {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel('cart')
  let heard: Cart | null = null
  channel.onmessage = ({ data }: MessageEvent<Cart>) => {
    heard = data
    takeCart(data)
  }
  cartStore.subscribe(({ cart }, { cart: before }) => {
    if (cart && cart !== before && cart !== heard) channel.postMessage(cart)
  })
}
