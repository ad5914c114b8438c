import { api } from '#client/api.ts'
import { cartStore, setCartIfNewer } from '#client/cart-store.ts'
import type { Cart } from '#contract/cart.ts'

/** Loads the cart once after hydration, and follows the changes of other tabs from then on. Spec §4, session events. */
export async function loadCart() {
  if (!isStarted) start()
  const { cart: before } = cartStore.getState()
  latest += 1
  const own = latest
  const reply = await api.cart.get({}, { silent: true })
  // It may be loaded again in the meantime, for another visitor after a logout.
  if (reply.status === 'error' || own !== latest) return
  const { cart: now } = cartStore.getState()
  // A product was added to the first cart during the request: that reply is newer.
  if (now !== before && reply.data.id === null) return
  if (now === null || now.id !== reply.data.id || now.version <= reply.data.version)
    cartStore.setState({ cart: reply.data })
}

let latest = 0
let isStarted = false

/** The shop's other tabs, and the last cart received from them. Without BroadcastChannel tabs are not synchronised. */
export const otherTabs: { channel?: BroadcastChannel; received?: Cart } = {}

function start() {
  isStarted = true
  if (window.BroadcastChannel) {
    otherTabs.channel = new BroadcastChannel('cart')
    otherTabs.channel.onmessage = ({ data }: MessageEvent<Cart>) => {
      otherTabs.received = data
      setCartIfNewer(data)
    }
  }
  // A page from the back/forward cache shows the cart of its last visit.
  addEventListener('pageshow', (event) => event.persisted && void loadCart())
}
