import { softLink } from '../links.ts'
import type { Page } from '../page.ts'
import type { Payloads } from '../payloads.ts'
import { matchRoute, type Routes } from '../route-table.ts'
import { createTaskQueue } from '../task-queue.ts'
import type { Views } from '../views.ts'

/** Spec §9: the route prefetch queue. */
const MAX_PENDING = 4
const HINTS = ['mouseover', 'focusin', 'touchstart']

export type PrefetchParts = {
  routes: Routes
  views: Views
  payloads: Payloads
  visitorRoutes: number[]
  /** Whether prefetching is useful: not for blocked paths, and not after a new build. */
  isWanted: (url: URL) => boolean
  prepare: (page: Page) => Promise<unknown>
  /** Called with the page that the visitor is likely to open next, once it could be shown at once. */
  onLikely: (page: Page) => void
}

/** Prefetches a page's data and chunk when the visitor is likely to open it. */
export function createPrefetch({
  routes,
  views,
  payloads,
  visitorRoutes,
  isWanted,
  prepare,
  onLikely,
}: PrefetchParts) {
  const queue = createTaskQueue(MAX_PENDING)

  function prefetch(url: URL) {
    const route = matchRoute(routes, url.pathname)?.route
    // A chunk whose import fails once is not requested again by every browser.
    if (!route?.view || !navigator.onLine || savesData() || payloads.has(url) || !isWanted(url)) return
    const { screen } = route
    const isOfVisitor = visitorRoutes.includes(routes.indexOf(route))
    if (isOfVisitor && views.loaded(screen)) return
    return queue.add(async () => {
      await Promise.allSettled([views.load(screen), isOfVisitor || payloads.prefetch(url)])
      const page = await payloads.peek(url)
      if (page) await prepare(page)
    })
  }

  let latest: URL | undefined

  async function approach(url: URL) {
    latest = url
    await prefetch(url)
    const page = await payloads.peek(url)
    if (!page || !views.loaded(page.screen) || savesMemory()) return
    await prepare(page)
    if (latest === url) onLikely(page)
  }

  return {
    prefetch,

    /** Prefetches links on hover, focus and touch. */
    followIntent() {
      const onHint = (event: Event) => {
        const url = softLink(event, routes)
        if (url) void approach(url)
      }
      for (const hint of HINTS) document.addEventListener(hint, onHint, { passive: true })
    },
  }
}

declare global {
  /** What not every browser tells of the device. */
  interface Navigator {
    connection?: { effectiveType?: string; saveData?: boolean }
    deviceMemory?: number
  }
}

const savesData = () => navigator.connection?.saveData === true

/** Gigabytes of the device, where the browser tells: a second page beside the first is too much for the smallest. */
const savesMemory = () => (navigator.deviceMemory ?? 8) <= 2
