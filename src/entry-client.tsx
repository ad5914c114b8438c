import '#ui/button.tsx'
import { lazy } from 'react'
import { loadPageSlots } from '#client/slot.tsx'
import { setWebPlugins } from '#client/web-plugin.ts'
import { startPages } from '#pages/browser.tsx'
import { routes } from '#screens/routes.ts'
import { Shell } from '#shell/shell.tsx'
import { statusFrom } from '#shell/status-boundary.tsx'

const isInCheckout = () => location.pathname.startsWith('/checkout')

setWebPlugins(() =>
  import('#plugins/installed.web.ts').then(({ installedWebPlugins }) => installedWebPlugins),
)

startPages({
  routes,
  Shell,
  prepare: loadPageSlots,
  Status: statusFrom(lazy(() => import('#shell/status.tsx'))),
  // A new build must not disturb a shopper who is paying.
  canRefresh: () => !isInCheckout(),
  // `/checkout` alone is not a page: navigating to it is cancelled (decisions §3).
  blocked: (url) => url.pathname === '/checkout',
  // A guest who opens the account stays on the page, with the login dialog over it (decisions §3).
  onRedirect(location, { navigationType }) {
    if (navigationType !== 'push' || !location.startsWith('/?login=1')) return false
    void import('#features/account/open-login-over-page.ts').then(({ openLoginOverPage }) =>
      openLoginOverPage(location),
    )
    return true
  },
})
