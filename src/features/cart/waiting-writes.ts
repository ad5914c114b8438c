import type { Cart } from '#contract/cart.ts'
import { type Call, createClient } from '#contract/client.ts'
import type { Reply } from '#contract/envelope.ts'
import { fetchCall } from '#contract/fetch-reply.ts'
import {
  piecesOf,
  seenCache,
  type Waiting,
  type WaitingWrite,
  waitingChannel,
  waitingKey,
} from '#contract/offline.ts'
import type { Routes } from '#contract/routes.ts'

/** Writes to the cart that the network kept from the shop: stored, sent again and dropped here, by a page and by the service worker. */
const MAX_WRITES = 20
const DAY_MS = 24 * 60 * 60_000

/** False on an http shop, and in browsers of before 2022: a write that fails is then refused at once. */
const canWait = () => 'caches' in globalThis && 'locks' in navigator

export async function readWaiting(): Promise<Waiting> {
  // A browser that denies the page its storage, as in the frame of another site, has nothing that waits.
  const stored = canWait()
    ? await caches.match(waitingKey, { cacheName: seenCache }).catch(() => undefined)
    : undefined
  return stored ? stored.json() : { writes: [], refused: [] }
}

/** Changes the stored list, one tab or worker at a time, and tells all of them. */
export async function changeWaiting(change: (waiting: Waiting) => Waiting) {
  await navigator.locks.request(waitingChannel, async () => {
    const cache = await caches.open(seenCache)
    await cache.put(waitingKey, Response.json(change(await readWaiting())))
  })
  const channel = new BroadcastChannel(waitingChannel)
  channel.postMessage(null)
  channel.close()
}

/** Stores a write; a later quantity of a line replaces the earlier one. False: it cannot wait, as there are too many. */
export async function storeWrite(write: WaitingWrite): Promise<boolean> {
  if (!canWait() || (await readWaiting()).writes.length >= MAX_WRITES) return false
  await changeWaiting(({ writes, refused }) => ({ writes: [...withoutLine(writes, write), write], refused }))
  // Background sync sends it when no page is open any more; pages send it themselves.
  const worker = await navigator.serviceWorker?.getRegistration()
  await worker?.sync?.register(waitingChannel).catch(() => {})
  return true
}

const withoutLine = (writes: WaitingWrite[], write: WaitingWrite) =>
  writes.filter((other) => other.kind === 'add' || write.kind === 'add' || other.item_id !== write.item_id)

/**
 * Sends the waiting writes in their order, in one tab or worker at a time. What the shop refuses is dropped with its reason.
 * @throws while the shop is unreachable, so that background sync tries again.
 */
export async function sendWaiting(): Promise<void> {
  if (!canWait()) return
  await navigator.locks.request(`${waitingChannel}-sending`, async () => {
    for (;;) {
      const [next] = (await readWaiting()).writes
      if (!next) return
      const reason = await refusalOf(next)
      await changeWaiting(({ writes, refused }) => ({
        writes: writes.filter(({ id }) => id !== next.id),
        refused: reason ? [...refused, `${next.name}: ${reason}`].slice(-MAX_WRITES) : refused,
      }))
    }
  })
}

/** Sends one write. @returns why the shop refuses it, undefined when it is in the cart. @throws while the shop is unreachable. */
async function refusalOf(write: WaitingWrite): Promise<string | undefined> {
  if (Date.now() - write.at > DAY_MS) return 'Not changed, because there was no connection for a day.'
  if (write.kind === 'add') return refusalOfAdd(write)
  const { item_id, quantity } = write
  const reply =
    quantity === 0 ? await cart.removeItem({ item_id }) : await cart.updateQty({ item_id, quantity })
  return reply.status === 'success' || quantity === 0 ? undefined : reply.message
}

/** The cart's version tells whether something was added since: this write itself, or another one. */
async function refusalOfAdd({ line, version, had }: Extract<WaitingWrite, { kind: 'add' }>) {
  const reply = await cart.addItem({ ...line, version })
  if (reply.status === 'success') return undefined
  const now = reply.code === 'STALE_CART' ? await cart.get() : undefined
  if (now?.status !== 'success') return reply.message
  if (piecesOf(now.data, line) >= had + line.quantity) return undefined
  const again: Reply<Cart> = await cart.addItem({ ...line, version: now.data.version })
  return again.status === 'success' ? undefined : again.message
}

/** @throws when the shop is unreachable, or will answer later. */
async function send(call: Call): Promise<Reply<unknown>> {
  const { httpStatus, reply } = await fetchCall(call)
  const isAway = reply.status === 'error' && reply.code === 'OFFLINE'
  if (isAway || httpStatus === 429 || httpStatus >= 500) throw new Error('The shop is unreachable')
  return reply
}

/** Of all routes only those of the cart: this is in the service worker too. */
const routes: Pick<Routes['cart'], 'get' | 'addItem' | 'updateQty' | 'removeItem'> = {
  get: 'GET /api/cart/get',
  addItem: 'POST /api/cart/add-item',
  updateQty: 'PUT /api/cart/update-qty',
  removeItem: 'DELETE /api/cart/remove-item',
}
const { cart } = createClient(send, { cart: routes })

declare global {
  interface ServiceWorkerRegistration {
    /** Background Sync; Chromium alone has it. */
    sync?: { register(tag: string): Promise<void> }
  }
}
