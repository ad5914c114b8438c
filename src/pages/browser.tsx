import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { openAnnouncer } from './announce.ts'
import { App, type AppParts } from './app.tsx'
import { isBot } from './bots.ts'
import { handleChunkError, reloadOnChunkErrors, reloadOnce } from './chunk-reload.ts'
import { takeEarlyPress } from './early-press.ts'
import { refresh } from './navigate.ts'
import { type NavigationParts, startNavigation } from './navigation.ts'
import { mayLeaveFor } from './navigation-rules.ts'
import { BOOT_ID, type Boot, pathOf, ROOT_ID } from './page.ts'
import { createPageStore, type PageStore } from './page-store.ts'
import { createPayloads } from './payloads.ts'
import { readPagesFrom } from './read-page.ts'
import type { Routes } from './route-table.ts'
import { createViews } from './views.ts'

// The single entry point for the shop's browser code, which must not import this folder's other files.
export { announce } from './announce.ts'
export { useEntryState } from './entry-state.ts'
export { navigate, refresh } from './navigate.ts'
export { onBeforeNavigate } from './navigation-rules.ts'
export { BelowFold } from './prerender/below-fold.tsx'
export { usePage } from './use-page.ts'

export type StartOptions<Shell> = AppParts<Shell, never> & {
  routes: Routes
  /** After every soft navigation, when the new page is rendered. */
  onNavigated?: NavigationParts['onNavigated']
  /** Runs before a page other than the first is shown, for code that its data asks for. Must not reject. */
  prepare?: NavigationParts['prepare']
  onRedirect?: NavigationParts['onRedirect']
  /** False where the visitor must not be disturbed, such as in the checkout: no new build is looked for then. */
  canRefresh?: () => boolean
  /** URLs that links within the shop cannot open: the page stays. */
  blocked?: (url: URL) => boolean
}

let prefetchUrl: ((url: URL) => void) | undefined

/** Prefetches a page's data and chunk, like hovering its link. False: not yet, because this page has not loaded. */
export function prefetch(href: string) {
  const url = new URL(href, location.href)
  if (url.origin === location.origin) prefetchUrl?.(url)
  return !!prefetchUrl
}

/** Hydrates the server's page from its boot data, and takes over links, forms and history. */
export function startPages<Shell>(options: StartOptions<Shell>): void {
  // A client error must not replace the server's HTML in a bot's index. Decisions §3 Bots.
  if (isBot(navigator.userAgent)) return
  // Not awaited: chunks that import from this entry would deadlock with a top-level await.
  void start(options)
}

async function start<Shell>({ routes, Shell, Status, ...options }: StartOptions<Shell>) {
  const views = createViews(routes)
  reloadOnChunkErrors()
  let boot: Boot
  try {
    boot = await readBoot()
    // The screen's chunk comes first, because hydration must find the same tree that the server rendered.
    await views.load(boot.page.screen)
  } catch {
    // If a reload does not help, the page stays the server's, whose links and forms work without JavaScript.
    return reloadOnce()
  }
  // Back and forward that came before the document's script could listen: the address is that of another page.
  if (boot.page.path !== location.pathname) return reloadOnce()
  const store = createPageStore(boot.page, boot.url)
  store.set({ url: pathOf(location) })
  openAnnouncer()
  watchNetwork(store)
  const payloads = createPayloads(boot.build)
  readPagesFrom({ build: boot.build, take: payloads.take })
  if (window.navigation) takeOver(boot, store, { routes, views, payloads, ...options })
  else withoutNavigation(store, options)
  const pressed = takeEarlyPress()
  const app = (
    <App
      store={store}
      views={views}
      shell={boot.shell as Shell}
      Shell={Shell}
      Status={Status}
      onHydrated={() => pressed?.click()}
    />
  )
  startTransition(() => {
    // Where the page has changed since, React renders it again.
    const onRecoverableError = boot.isNewer && (() => {})
    const root = document.getElementById(ROOT_ID)
    if (root) hydrateRoot(root, app, onRecoverableError && { onRecoverableError })
  })
  import.meta.hot?.on('data-change', refresh)
}

/** From the document, or from the request that its start script has begun. An answer without a page makes it fail later. */
async function readBoot(): Promise<Boot> {
  const inline = document.getElementById(BOOT_ID)
  return inline ? JSON.parse(inline.textContent) : (await window.boot!).json()
}

/** Without the Navigation API links and forms are page loads, which the server answers too; only lists change in place. */
function withoutNavigation(store: PageStore, { onNavigated = () => {} }: Pick<Driving, 'onNavigated'>) {
  // If it fails, each change is a page load.
  import('./change-in-place.ts').then((one) => one.changeInPlace({ store, onNavigated }), handleChunkError)
}

type Driving = Pick<NavigationParts, 'routes' | 'views' | 'payloads'> &
  Omit<StartOptions<never>, keyof AppParts<never, never>>

function takeOver({ build, visitorRoutes }: Boot, store: PageStore, parts: Driving) {
  const { routes, views, payloads, blocked = () => false, canRefresh = () => true } = parts
  const { onNavigated = () => {}, onRedirect = () => false, prepare = async () => {} } = parts
  let isOutdated = false
  const shared = { routes, store, views, payloads, build, prepare }
  startNavigation({
    ...shared,
    mayGo: (url) => !blocked(url) && mayLeaveFor(url),
    isOutdated: () => isOutdated,
    onNavigated,
    onRedirect,
  })
  whenLoaded(async () => {
    const { startAfterLoad } = await import('./after-load.ts')
    prefetchUrl = startAfterLoad({
      ...shared,
      visitorRoutes,
      canRefresh,
      isWanted: (url) => !isOutdated && !blocked(url),
      onNewBuild: () => (isOutdated = true),
    })
  })
}

function whenLoaded(work: () => Promise<void>) {
  const run = () => setTimeout(() => work().catch(handleChunkError))
  if (document.readyState === 'complete') run()
  else addEventListener('load', run, { once: true })
}

function watchNetwork(store: PageStore) {
  const update = () => store.set({ isOffline: !navigator.onLine })
  for (const change of ['online', 'offline']) addEventListener(change, update)
  update()
}
