import { cachePrefix, lockedHeader, seenCache, waitingChannel } from '#contract/offline.ts'
import { sendWaiting } from '#features/cart/waiting-writes.ts'

// The service worker: it shows the offline page where a page cannot be loaded, and sends waiting writes of the cart. It stores no page and
// serves no file of a build, so that one of an older build does no harm. ADR 0020.

type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type Installing = Extendable & { addRoutes?(rules: object[]): Promise<void> }
type Fetching = Extendable & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
declare function addEventListener(type: 'install', listen: (event: Installing) => void): void
declare function addEventListener(type: 'activate', listen: (event: Extendable) => void): void
declare function addEventListener(type: 'fetch', listen: (event: Fetching) => void): void
declare function addEventListener(type: 'sync', listen: (event: Extendable & { tag: string }) => void): void
declare function skipWaiting(): Promise<void>
declare const registration: ServiceWorkerRegistration
declare const clients: { claim(): Promise<void> }
/** Written in front by the server (`offline-page.ts`): the offline page's address, with a hash of worker and page. */
declare const offline: { page: string; cache: string }

/**
 * For browsers that know such rules: a request for anything but a page does not start the worker, and a page does not wait for a worker
 * that must be started, because the network answers at the same time. A running one gets the answer by navigation preload.
 */
const RULES = [
  { condition: { not: { requestMode: 'navigate' } }, source: 'network' },
  {
    condition: { requestMode: 'navigate', requestMethod: 'GET', runningStatus: 'not-running' },
    source: 'race-network-and-fetch-handler',
  },
]

addEventListener('install', (event) => {
  event.addRoutes?.(RULES).catch(() => {})
  event.waitUntil(install())
})

async function install() {
  const cache = await caches.open(offline.cache)
  await cache.add(offline.page)
  await skipWaiting()
}

addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate() {
  const former = (await caches.keys()).filter(
    (name) => name.startsWith(cachePrefix) && name !== offline.cache && name !== seenCache,
  )
  await Promise.all([...former.map((name) => caches.delete(name)), registration.navigationPreload?.enable()])
  await clients.claim()
}

addEventListener('fetch', (event) => {
  const { mode, method, destination, url } = event.request
  const isPage = mode === 'navigate' && method === 'GET' && destination === 'document'
  if (isPage && !/^\/(admin|api|media|assets|_\w+)(\/|$)/.test(new URL(url).pathname))
    event.respondWith(answer(event))
})

async function answer(event: Fetching): Promise<Response> {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    if (response.headers.has(lockedHeader)) event.waitUntil(caches.delete(seenCache))
    return response
  } catch (error) {
    const page = await caches.match(offline.page, { cacheName: offline.cache })
    if (page) return page
    throw error
  }
}

addEventListener('sync', (event) => {
  if (event.tag === waitingChannel) event.waitUntil(sendWaiting())
})
