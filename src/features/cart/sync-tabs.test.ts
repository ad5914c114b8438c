import { afterEach, expect, test } from 'vitest'
import { cartStore } from '#client/cart-store.ts'
import type { Cart } from '#contract/cart.ts'
import { otherTabs } from './load-cart.ts'
import { syncTabs } from './sync-tabs.ts'

const cart = (version: number) => ({ id: 1, version }) as Cart
let stop = () => {}

afterEach(() => {
  stop()
  cartStore.setState({ cart: null })
  delete otherTabs.received
})

test('a cart changed before the synchronization started is sent to other tabs', () => {
  const sent = recordMessages()
  cartStore.setState({ cart: cart(1) })

  stop = syncTabs()
  cartStore.setState({ cart: cart(2) })

  expect(sent.map(({ version }) => version)).toEqual([1, 2])
})

test('a cart received from another tab is not sent back', () => {
  const sent = recordMessages()
  const received = cart(3)
  otherTabs.received = received
  stop = syncTabs()

  cartStore.setState({ cart: received })

  expect(sent).toEqual([])
})

test('each cart is sent once', () => {
  const sent = recordMessages()
  stop = syncTabs()

  cartStore.setState({ cart: cart(4) })
  cartStore.setState({ isDrawerOpen: true })

  expect(sent).toHaveLength(1)
})

/** Replaces the channel to other tabs; returns the carts sent through it. */
function recordMessages() {
  const sent: Cart[] = []
  otherTabs.channel = { postMessage: (message: Cart) => void sent.push(message) } as BroadcastChannel
  return sent
}
