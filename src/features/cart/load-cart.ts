import { api } from '#client/api.ts'
import { cartStore, takeCart } from '#client/cart-store.ts'
import type { Cart } from '#contract/cart.ts'

/** Asks for the cart once after hydration, and from then on follows what other tabs do to it. Spec §4, session events. */
export async function loadCart() {
  if (!isStarted) start()
  const { cart: before } = cartStore.getState()
  const reply = await api.cart.get({}, { silent: true })
  if (reply.status === 'error') return
  const { cart: now } = cartStore.getState()
  // Something was put into the first cart while this was on its way: that answer is the newer one.
  if (now !== before && reply.data.id === null) return
  if (now === null || now.id !== reply.data.id || now.version <= reply.data.version)
    cartStore.setState({ cart: reply.data })
}

let isStarted = false

/** The shop's other tabs, and the last cart heard from them. Without BroadcastChannel each tab is for itself. */
export const otherTabs: { channel?: BroadcastChannel; heard?: Cart } = {}

function start() {
  isStarted = true
  if (window.BroadcastChannel) {
    otherTabs.channel = new BroadcastChannel('cart')
    otherTabs.channel.onmessage = ({ data }: MessageEvent<Cart>) => {
      otherTabs.heard = data
      takeCart(data)
    }
  }
  // A page out of the back/forward cache shows the cart of the time when it was left.
  addEventListener('pageshow', (event) => event.persisted && void loadCart())
}
