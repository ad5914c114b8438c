import { navigate, onBeforeNavigate, prefetch, refresh, startPages } from '#pages/browser.tsx'
import { routes } from './routes.ts'
import { Shell, Status } from './shell.tsx'

/** What the tests look at and pull on, in the page's own world. */
const probe = {
  navigate,
  prefetch,
  refresh,
  onBeforeNavigate,
  loadMissingChunk: () => import('./extra.ts'),
  navigated: [] as unknown[],
  canRefresh: true,
}

Object.assign(window, { probe })

startPages({
  routes,
  Shell,
  Status,
  blocked: ({ pathname }) => pathname === '/checkout',
  canRefresh: () => probe.canRefresh,
  onNavigated: (page) => probe.navigated.push(page),
})
