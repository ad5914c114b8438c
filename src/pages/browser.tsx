import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { openAnnouncer } from './announce.ts'
import { App, type AppParts } from './app.tsx'
import { isBot } from './bots.ts'
import { handleChunkError, reloadOnChunkErrors, reloadOnce } from './chunk-reload.ts'
import { mayLeaveFor } from './leave.ts'
import { refresh } from './navigate.ts'
import { type NavigationParts, startNavigation } from './navigation.ts'
import { BOOT_ID, type Boot, ROOT_ID } from './page.ts'
import { createPageStore, keyOfPage, type PageStore } from './page-store.ts'
import { createPayloads } from './payloads.ts'
import { navigateOnPointerDown } from './pointer-down.ts'
import { createPrefetch } from './prefetch.ts'
import { readPagesFrom } from './read-page.ts'
import type { Routes } from './route-table.ts'
import { createViews } from './views.ts'

// The one door for the shop's code in the browser, so that it need not know the rooms behind it.
export { announce } from './announce.ts'
export { useEntryState } from './entry-state.ts'
export { onBeforeNavigate } from './leave.ts'
export { navigate, refresh } from './navigate.ts'
export { usePage } from './use-page.ts'

export type StartOptions<Shell> = AppParts<Shell> & {
  routes: Routes
  /** After every soft navigation, when the new page stands. */
  onNavigated?: NavigationParts['onNavigated']
  onRedirect?: NavigationParts['onRedirect']
  /** False where nothing may disturb the visitor, such as in the checkout: then new builds are not looked for. */
  canRefresh?: () => boolean
  /** Addresses that cannot be gone to from within the shop: the page stays. */
  blocked?: (url: URL) => boolean
}

let askAhead: ((url: URL) => void) | undefined

/** Fetches a page's data and chunk before they are wanted, as pointing at its link does. */
export function prefetch(href: string) {
  const url = new URL(href, location.href)
  if (url.origin === location.origin) askAhead?.(url)
}

/** Brings the server's page to life: reads its boot data, hydrates it, and takes over links, forms and history. */
export function startPages<Shell>(options: StartOptions<Shell>): void {
  // A failure of ours must never replace the server's HTML where it is all that counts. Decisions §3 Bots.
  if (isBot(navigator.userAgent)) return
  // Not awaited: chunks that import from an entry that waits for them would never come.
  void start(options)
}

async function start<Shell>({ routes, Shell, Status, ...options }: StartOptions<Shell>) {
  const boot: Boot = JSON.parse(document.getElementById(BOOT_ID)!.textContent)
  const store = createPageStore(boot.page, boot.url)
  const views = createViews(routes)
  reloadOnChunkErrors()
  try {
    // The screen's chunk comes first: hydration must find the same tree the server rendered.
    await views.load(boot.page.screen)
  } catch {
    // Unless the reload helps, the page stays the server's, whose links and forms work without us.
    return reloadOnce()
  }
  store.set({ url: location.pathname + location.search })
  openAnnouncer()
  watchNetwork(store)
  // Without the Navigation API every link and form is a page load, which the server answers just as well.
  if (window.navigation) takeOver(boot, store, { routes, views, ...options })
  const app = <App store={store} views={views} shell={boot.shell as Shell} Shell={Shell} Status={Status} />
  startTransition(() => {
    hydrateRoot(document.getElementById(ROOT_ID) as HTMLElement, app)
  })
  import.meta.hot?.on('data-change', refresh)
}

type Driving = Pick<NavigationParts, 'routes' | 'views'> & Omit<StartOptions<never>, keyof AppParts<never>>

function takeOver({ build, visitorRoutes }: Boot, store: PageStore, parts: Driving) {
  const { routes, views, blocked = () => false, canRefresh = () => true } = parts
  const { onNavigated = () => {}, onRedirect = () => false } = parts
  const payloads = createPayloads(build)
  let isOutdated = false
  startNavigation({
    routes,
    store,
    views,
    payloads,
    build,
    mayGo: (url) => !blocked(url) && mayLeaveFor(url),
    isOutdated: () => isOutdated,
    onNavigated,
    onRedirect,
  })
  const { prefetch, followIntent } = createPrefetch({
    routes,
    views,
    payloads,
    visitorRoutes,
    isWanted: (url) => !isOutdated && !blocked(url),
    onAhead: (ahead) => keyOfPage(ahead) !== keyOfPage(store.get().page) && store.set({ ahead }),
  })
  askAhead = prefetch
  readPagesFrom({ build, take: payloads.take })
  followIntent()
  navigateOnPointerDown(routes)
  whenLoaded(async () => {
    // No page waits for it, and none is lost without it.
    const { watchBuild } = await import('./build-watch.ts')
    watchBuild({ build, canRefresh, onNewBuild: () => (isOutdated = true) })
  })
}

function whenLoaded(work: () => Promise<void>) {
  const run = () => setTimeout(() => work().catch(handleChunkError))
  if (document.readyState === 'complete') run()
  else addEventListener('load', run, { once: true })
}

function watchNetwork(store: PageStore) {
  const tell = () => store.set({ isOffline: !navigator.onLine })
  for (const change of ['online', 'offline']) addEventListener(change, tell)
  tell()
}
