import { createStore } from 'zustand/vanilla'
import { showToast } from '#client/toasts.ts'
import type { Reply } from '#contract/envelope.ts'
import { type WaitingWrite, waitingChannel } from '#contract/offline.ts'
import type { LineChange } from './line-change.ts'
import { loadCart } from './load-cart.ts'
import { changeWaiting, readWaiting, sendWaiting, storeWrite } from './waiting-writes.ts'

/** Where the browser says that it is online while the shop is unreachable, nothing else starts another attempt. */
const RETRY_MS = 30_000

/** The cart's waiting writes, as this page shows them. */
export const waitingStore = createStore<{ writes: readonly WaitingWrite[] }>(() => ({ writes: [] }))

type Distributed<Write> = Write extends WaitingWrite ? Omit<Write, 'id' | 'at'> : never

/** Whether a write has not reached the shop, as far as this browser knows. */
export const isAway = (reply: Reply<unknown>) => reply.status === 'error' && reply.code === 'OFFLINE'

/** Stores a write that could not be sent. False: it cannot wait, and has failed. */
export async function waitForNetwork(write: Distributed<WaitingWrite>): Promise<boolean> {
  const isStored = await storeWrite({ ...write, id: crypto.randomUUID(), at: Date.now() })
  if (isStored) await show()
  return isStored
}

/** Takes writes back before they were sent. */
export async function cancelWaiting(isCancelled: (write: WaitingWrite) => boolean) {
  const { writes } = waitingStore.getState()
  if (!writes.some(isCancelled)) return
  waitingStore.setState({ writes: writes.filter((write) => !isCancelled(write)) })
  await changeWaiting((waiting) => ({
    ...waiting,
    writes: waiting.writes.filter((write) => !isCancelled(write)),
  }))
}

/** The waiting quantities by item id, in the form of `lineChanges`. */
export const waitingQuantities = (writes: readonly WaitingWrite[]): Record<number, LineChange> =>
  Object.fromEntries(
    writes.flatMap((write) =>
      write.kind === 'quantity'
        ? [[write.item_id, { wanted: write.quantity, requested: write.quantity }]]
        : [],
    ),
  )

/** Sends what waits, now and whenever the network is back, and follows what other tabs and the service worker send. */
export function startWaiting() {
  const channel = new BroadcastChannel(waitingChannel)
  channel.onmessage = () => void show()
  const send = () => void sendWaiting().catch(() => {})
  addEventListener('online', send)
  const timer = setInterval(() => waitingStore.getState().writes.length > 0 && send(), RETRY_MS)
  void show().then(send)
  return () => {
    channel.close()
    removeEventListener('online', send)
    clearInterval(timer)
  }
}

async function show() {
  const { writes: before } = waitingStore.getState()
  const { writes, refused } = await readWaiting()
  waitingStore.setState({ writes })
  if (refused.length > 0) {
    await changeWaiting((waiting) => ({ ...waiting, refused: [] }))
    for (const text of refused) showToast('error', text)
  }
  if (refused.length === 0 && writes.length >= before.length) return
  await loadCart()
  if (refused.length === 0 && writes.length === 0)
    showToast('success', 'You’re back online. Your cart is up to date.')
}
