import { navigate, onBeforeNavigate, prefetch, refresh, startPages } from '#pages/browser.tsx'
import { routes } from './routes.ts'
import { Shell, Status } from './shell.tsx'

/** State and functions that the tests use inside the page. */
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
