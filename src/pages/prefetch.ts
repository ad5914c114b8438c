import { softLink } from './links.ts'
import type { Page } from './page.ts'
import type { Payloads } from './payloads.ts'
import { matchRoute, type Routes } from './route-table.ts'
import { createTaskQueue } from './task-queue.ts'
import type { Views } from './views.ts'

/** Spec §9: the route prefetch queue. */
const MAX_PENDING = 4
const HINTS = ['mouseover', 'focusin', 'touchstart']

type Parts = {
  routes: Routes
  views: Views
  payloads: Payloads
  visitorRoutes: number[]
  /** Whether there is a point in it: not for paths that cannot be visited, not for a build that is gone. */
  isWanted: (url: URL) => boolean
  /** Hears of the page that the visitor is heading for when it could be shown at once. */
  onAhead: (page: Page) => void
}

/** Fetches a page's data and chunk as soon as the visitor seems to be heading for it. */
export function createPrefetch({ routes, views, payloads, visitorRoutes, isWanted, onAhead }: Parts) {
  const queue = createTaskQueue(MAX_PENDING)

  function prefetch(url: URL) {
    const route = matchRoute(routes, url.pathname)?.route
    if (!route?.view || savesData() || payloads.has(url) || !isWanted(url)) return
    const { screen } = route
    const isOfVisitor = visitorRoutes.includes(routes.indexOf(route))
    if (isOfVisitor && views.loaded(screen)) return
    return queue.add(() => Promise.allSettled([views.load(screen), isOfVisitor || payloads.askAhead(url)]))
  }

  let latest: URL | undefined

  async function approach(url: URL) {
    latest = url
    await prefetch(url)
    const page = await payloads.peek(url)
    if (latest === url && page && views.loaded(page.screen)) onAhead(page)
  }

  return {
    prefetch,
    /** Asks ahead for the links that are pointed at, focused or touched. */
    followIntent() {
      const onHint = (event: Event) => {
        const url = softLink(event, routes)
        if (url) void approach(url)
      }
      for (const hint of HINTS) document.addEventListener(hint, onHint, { passive: true })
    },
  }
}

const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true
