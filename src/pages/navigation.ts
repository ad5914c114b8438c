import { flushSync } from 'react-dom'
import { announce } from './announce.ts'
import { applyMeta } from './apply-meta.ts'
import { openGuard } from './chunk-reload.ts'
import { focusPage } from './focus-page.ts'
import { follow, type NavigationInfo } from './navigate.ts'
import type { Page } from './page.ts'
import { keyOfPage, type PageStore } from './page-store.ts'
import type { Payloads } from './payloads.ts'
import { matchRoute, type Routes } from './route-table.ts'
import type { Views } from './views.ts'

/** As many redirects as browsers follow, before the browser itself shall say so. */
const MAX_HOPS = 20

export type NavigationParts = {
  routes: Routes
  store: PageStore
  views: Views
  payloads: Payloads
  build: string
  /** Whether the navigation may happen at all; if not, the page stays. */
  mayGo: (url: URL) => boolean
  /** Whether another build has been noticed: the next navigation is a page load then. */
  isOutdated: () => boolean
  onNavigated: (page: { path: string; url: string; screen: string; title: string }) => void
  /** Told of a redirect before it is followed; true: the page stays, and whoever is told sees to the rest. */
  onRedirect: (location: string, event: NavigateEvent) => boolean
}

/** Turns navigations to our own pages into soft ones: same document, new data. */
export function startNavigation(parts: NavigationParts) {
  navigation.addEventListener('navigate', (event) => {
    const url = new URL(event.destination.url)
    if (isRenaming(event)) parts.store.set({ url: url.pathname + url.search })
    if (!isVisit(event)) return
    const isTraverse = event.navigationType === 'traverse'
    // What a script pushed for this very page, such as an open dialog: the browser takes it back by itself.
    if (isTraverse && parts.store.get().url === url.pathname + url.search) return
    if (!isTraverse && event.cancelable && isStopped(event, url, parts)) return event.preventDefault()
    // (A traversal within the document would not load anything if it were left to the browser.)
    if (!matchRoute(parts.routes, url.pathname) || (parts.isOutdated() && !isTraverse)) return
    event.intercept({
      handler: () => show(event, url, parts),
      // The browser would focus the body, and scroll only after us: we focus the heading, and scroll in time.
      focusReset: 'manual',
      scroll: 'manual',
    })
  })
  // A page kept by the back/forward cache comes back as it was left, in the middle of its last navigation.
  addEventListener('pageshow', (event) => event.persisted && parts.store.set({ isPending: false }))
}

const infoOf = ({ info }: NavigateEvent) => (info ?? {}) as NavigationInfo

/** Whether it goes to a page whose data we could fetch, instead of moving within this one. */
function isVisit(event: NavigateEvent) {
  return (
    event.canIntercept &&
    // Within the page: the browser scrolls by itself.
    !event.hashChange &&
    // The same fragment again, or a script's pushState and replaceState: nothing for us to fetch.
    (event.navigationType === 'traverse' || !event.destination.sameDocument) &&
    event.downloadRequest === null &&
    // A POST: its answer is a document.
    event.formData === null &&
    // A visitor who reloads wants everything anew.
    (event.navigationType !== 'reload' || infoOf(event).isRefresh === true)
  )
}

/** The page on screen gets another address, by a script's replaceState: nothing to fetch, but Back must know what stands here. */
const isRenaming = (event: NavigateEvent) =>
  event.navigationType === 'replace' && event.destination.sameDocument && !event.hashChange

/** Where it is better to stay: forbidden addresses, and everything that is not here yet while offline. */
function isStopped(event: NavigateEvent, url: URL, { mayGo, payloads }: NavigationParts) {
  if (!infoOf(event).isRefresh && !mayGo(url)) return true
  if (navigator.onLine || payloads.has(url)) return false
  announce('You are offline')
  return true
}

let latest: NavigateEvent | undefined

/** By now the address has changed. The old page stays until the new one is complete. */
async function show(event: NavigateEvent, url: URL, parts: NavigationParts) {
  if (parts.isOutdated()) return loadDocument(event)
  const { store, views, payloads, routes, build } = parts
  latest = event
  // A navigation that takes over goes on waiting: the state must not flicker in between.
  const settle = () => latest === event && store.set({ isPending: false })
  event.signal.addEventListener('abort', () => setTimeout(settle))
  // What is here already shows within this task, without anybody having to draw a waiting state.
  const waiting = setTimeout(() => latest === event && store.set({ isPending: true }))
  try {
    const screen = matchRoute(routes, url.pathname)?.route.screen ?? ''
    const [payload] = await Promise.all([payloads.take(url, event.signal), loadView(views, screen)])
    if (event.signal.aborted) return
    const { hops = 0 } = infoOf(event)
    const isUseless = 'other_build' in payload || payload.build_id !== build || hops > MAX_HOPS
    if (isUseless) return loadDocument(event)
    if ('redirect' in payload) {
      if (parts.onRedirect(payload.redirect, event)) return void settle()
      return follow(payload.redirect, hops + 1)
    }
    commit(event, url, payload, parts)
  } catch {
    // No network, a chunk of a build that is gone, an answer that is no payload: the server knows best.
    if (event.signal.aborted) return
    if (navigator.onLine) return loadDocument(event)
    waitForNetwork(url)
    settle()
  } finally {
    clearTimeout(waiting)
  }
}

async function loadView(views: Views, screen: string) {
  try {
    await views.load(screen)
  } catch (error) {
    // Our answer is a page load, which counts as the one reload that a missing chunk may cause.
    openGuard()
    throw error
  }
}

function commit(event: NavigateEvent, url: URL, page: Page, { store, onNavigated }: NavigationParts) {
  const { keepPlace, isRefresh } = infoOf(event)
  applyMeta(page.meta, store.get().page.meta)
  const { page: last, isFirst } = store.get()
  const next = {
    page,
    url: url.pathname + url.search,
    isPending: false,
    isFirst: isFirst && keyOfPage(page) === keyOfPage(last),
    ahead: undefined,
  }
  // The page must stand before the browser can scroll to where it was left, or to the fragment.
  flushSync(() => store.set(next))
  // The same page, only renewed: nothing moves. (scroll() would go to where an earlier visit left it.)
  if (isRefresh) return
  if (!keepPlace && !isFromPlaceKeeper(event)) {
    event.scroll()
    focusPage(url)
    announce(page.meta.title)
  }
  onNavigated({
    path: page.path,
    url: url.pathname + url.search,
    screen: page.screen,
    title: page.meta.title,
  })
}

/** Which element a navigation comes from is news to some browsers: there such a list starts from the top again. */
function isFromPlaceKeeper(event: NavigateEvent) {
  const { sourceElement } = event as NavigateEvent & { sourceElement?: Element | null }
  return sourceElement?.closest('[data-keep-place]') != null
}

/**
 * Gives up on the soft navigation. The address is already right, so this is a reload: any other way to the
 * same address would be intercepted again, or be taken for a jump to its fragment.
 */
function loadDocument(event: NavigateEvent) {
  // A reload keeps the scroll position, and that is still the old page's. Chromium moves it only when our handler
  // has ended and a frame has passed.
  if (event.navigationType !== 'reload') event.scroll()
  const load = () => location.href === event.destination.url && location.reload()
  // A hidden tab has no frames.
  if (document.hidden) setTimeout(load)
  else requestAnimationFrame(() => setTimeout(load))
}

/** Back or forward without a network: the page that is there stays, until the right one can be had. */
function waitForNetwork(url: URL) {
  const load = () => location.href === url.href && location.reload()
  addEventListener('online', load, { once: true })
}
