import { flushSync } from 'react-dom'
import { announce } from './announce.ts'
import { applyMeta } from './apply-meta.ts'
import { openGuard } from './chunk-reload.ts'
import { follow, type NavigationInfo } from './navigate.ts'
import { needsDocument } from './navigation-rules.ts'
import { isSamePage, type Page, pathOf } from './page.ts'
import type { PageStore } from './page-store.ts'
import type { Payloads } from './payloads.ts'
import { focusPage } from './prerender/focus-page.ts'
import { painted, shown } from './prerender/outlet-state.ts'
import { swapPrerendered } from './prerender/page-holder.tsx'
import { matchRoute, type Routes } from './route-table.ts'
import type { Views } from './views.ts'

/** As many redirects as browsers follow; after that the browser reports the loop itself. */
const MAX_HOPS = 20

export type NavigationParts = {
  routes: Routes
  store: PageStore
  views: Views
  payloads: Payloads
  build: string
  /** Whether the navigation is allowed; if not, the page stays. */
  mayGo: (url: URL) => boolean
  /** Whether another build was detected: the next navigation is a page load then. */
  isOutdated: () => boolean
  /** Runs before a page is shown, for code that its data asks for. Must not reject. */
  prepare: (page: Page) => Promise<unknown>
  onNavigated: (page: { path: string; url: string; screen: string; title: string }) => void
  /** Called before a redirect is followed; true: the page stays, and the callback handles the redirect. */
  onRedirect: (location: string, event: NavigateEvent) => boolean
}

/** Turns navigations to the shop's own pages into soft ones: same document, new data. */
export function startNavigation(parts: NavigationParts) {
  navigation.addEventListener('navigate', (event) => {
    arrive()
    const url = new URL(event.destination.url)
    if (isRenaming(event)) parts.store.set({ url: pathOf(url) })
    if (!isVisit(event)) return
    const isTraverse = event.navigationType === 'traverse'
    // An entry that a script pushed for this very page, such as an open dialog: the browser goes back by
    // itself.
    if (isTraverse && parts.store.get().url === pathOf(url)) return
    if (!isTraverse && event.cancelable && isStopped(event, url, parts)) {
      focusSource(event)
      return event.preventDefault()
    }
    // Left alone, a traversal within the document would load nothing.
    if (
      !matchRoute(parts.routes, url.pathname) ||
      ((parts.isOutdated() || needsDocument(url)) && !isTraverse)
    )
      return
    event.intercept({
      handler: () => show(event, url, parts),
      // By default the browser would focus the body and scroll after the handler: the runtime focuses the
      // heading and scrolls earlier.
      focusReset: 'manual',
      scroll: 'manual',
    })
  })
  // A page restored from the back/forward cache is in the middle of its last navigation.
  addEventListener('pageshow', (event) => event.persisted && parts.store.set({ isPending: false }))
}

const infoOf = ({ info }: NavigateEvent): NavigationInfo => info ?? {}

/** Whether the navigation goes to a page whose data can be fetched, instead of moving within this one. */
function isVisit(event: NavigateEvent) {
  return (
    event.canIntercept &&
    // Within the page: the browser scrolls by itself.
    !event.hashChange &&
    // The same fragment again, or a script's pushState and replaceState: nothing to fetch.
    (event.navigationType === 'traverse' || !event.destination.sameDocument) &&
    event.downloadRequest === null &&
    // A POST is answered with a document.
    event.formData === null &&
    // A manual reload loads the whole document.
    (event.navigationType !== 'reload' || infoOf(event).isRefresh === true)
  )
}

/** A script's replaceState changes the page's URL: nothing to fetch, but Back must know the page of this entry. */
const isRenaming = (event: NavigateEvent) =>
  event.navigationType === 'replace' && event.destination.sameDocument && !event.hashChange

/** Whether the page must stay: blocked URLs, and everything that is not loaded yet while offline. */
function isStopped(event: NavigateEvent, url: URL, { mayGo, payloads }: NavigationParts) {
  if (!infoOf(event).isRefresh && !mayGo(url)) return true
  if (navigator.onLine || payloads.has(url)) return false
  announce('You are offline')
  return true
}

type SourcedEvent = NavigateEvent & { sourceElement?: Element | null }

/**
 * A dialog that opens instead returns the focus to the link. A mouse has not moved it there, because `navigateOnPointerDown` swallows
 * the press.
 */
function focusSource({ sourceElement }: SourcedEvent) {
  if (sourceElement instanceof HTMLElement) sourceElement.focus({ preventScroll: true })
}

let latest: NavigateEvent | undefined

/** The address has changed by now. The old page stays until the new one is complete. */
async function show(event: NavigateEvent, url: URL, parts: NavigationParts) {
  if (parts.isOutdated()) return loadDocument(event)
  const { store, views, payloads, routes, build } = parts
  latest = event
  // Only the latest navigation ends the waiting state, so that it does not flicker in between.
  const settle = () => latest === event && store.set({ isPending: false })
  event.signal.addEventListener('abort', () => setTimeout(settle))
  // Data that is already here is shown within this task, without rendering a waiting state.
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
    await parts.prepare(payload)
    if (event.signal.aborted) return
    commit(event, url, payload, parts)
  } catch {
    // Network failure, a missing chunk, or a reply that is no payload: load the document instead.
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
    // The page load counts as the one reload that a missing chunk may cause.
    openGuard()
    throw error
  }
}

const done = () => {}

/** Ends the last navigation, whose page is on screen and not yet rendered as such by React. */
let arrive = done

export const hasArrived = () => arrive === done

function commit(event: NavigateEvent, url: URL, page: Page, { store, onNavigated }: NavigationParts) {
  arrive()
  const { keepPlace, isRefresh } = infoOf(event)
  const state = store.get()
  const { page: last, next } = state
  const isSame = isSamePage(page, last)
  const isMoved = !isRefresh && !keepPlace && !isFromPlaceKeeper(event)
  // Its scroll position may be further down, where all parts of the page are needed.
  const isWhole = isSame || !isMoved || event.navigationType === 'traverse' || url.hash !== ''
  // An open dialog of the page that is left keeps the focus out of the new one: it closes with its page.
  const isOverlaid = document.querySelector('dialog:modal') !== null
  const isSwapped = !isWhole && !isOverlaid && next === page && swapPrerendered()
  applyMeta(page.meta, last.meta)
  const below = isWhole ? 'now' : isSwapped ? 'soon' : 'held'
  const change = shown(state, page, below, isMoved && !isOverlaid)
  const render = () => flushSync(() => store.set({ ...change, url: pathOf(url), isPending: false }))
  const end = () => {
    if (isMoved) focusPage(url)
    onNavigated({ path: page.path, url: pathOf(url), screen: page.screen, title: page.meta.title })
    afterPaint(() => store.set(painted))
  }
  // The page must be rendered before the browser can restore the scroll position or find the fragment.
  if (!isSwapped) render()
  // A refresh does not scroll: scroll() would restore the position of an earlier visit.
  if (isRefresh) return
  if (isMoved) {
    event.scroll()
    announce(page.meta.title)
  }
  if (!isSwapped) return end()
  arrive = () => {
    arrive = done
    render()
    end()
  }
  afterPaint(() => arrive())
}

/** Runs when the next frame has begun, so that this one is on screen. A hidden tab renders no frames. */
function afterPaint(work: () => void) {
  if (document.hidden) work()
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(work)))
}

/** Some browsers lack the navigation's source element: there such a list scrolls to the top. */
const isFromPlaceKeeper = ({ sourceElement }: SourcedEvent) =>
  sourceElement?.closest('[data-keep-place]') != null

/**
 * Falls back to a page load. The address is already right, so this is a reload: any other navigation to it
 * would be intercepted again, or treated as a fragment jump.
 */
function loadDocument(event: NavigateEvent) {
  // A reload keeps the scroll position, which is still the old page's. Chromium moves it only after the
  // handler has ended and a frame has passed.
  if (event.navigationType !== 'reload') event.scroll()
  const load = () => location.href === event.destination.url && location.reload()
  // A hidden tab renders no frames.
  if (document.hidden) setTimeout(load)
  else requestAnimationFrame(() => setTimeout(load))
}

/** Back or forward while offline: the page stays until the right one can be loaded. */
function waitForNetwork(url: URL) {
  const load = () => location.href === url.href && location.reload()
  addEventListener('online', load, { once: true })
}
