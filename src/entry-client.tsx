import { lazy } from 'react'
import { startPages } from '#pages/browser.tsx'
import { routes } from '#screens/routes.ts'
import { Shell } from '#shell/shell.tsx'
import { statusFrom } from '#shell/status-boundary.tsx'

const isInCheckout = () => location.pathname.startsWith('/checkout')

startPages({
  routes,
  Shell,
  Status: statusFrom(lazy(() => import('#shell/status.tsx'))),
  // A new build must not disturb somebody who is paying.
  canRefresh: () => !isInCheckout(),
  // `/checkout` alone is not a page: going there is cancelled (decisions §3).
  blocked: (url) => url.pathname === '/checkout',
  // A guest who asks for the account stays where they are, with the log-in dialog before them (decisions §3).
  onRedirect(location, { navigationType }) {
    if (navigationType !== 'push' || !location.startsWith('/?login=1')) return false
    void import('#features/account/log-in-here.ts').then(({ logInHere }) => logInHere(location))
    return true
  },
})
