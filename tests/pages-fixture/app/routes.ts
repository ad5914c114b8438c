import { withLazyComponents } from '#client/lazy-hydrated.tsx'
import { defineRoutes } from '#pages/route-table.ts'

export const routes = defineRoutes([
  { screen: 'home', path: '/', view: () => import('./screens/home/view.tsx') },
  { screen: 'listing', path: '/shop-online/:slug*', view: () => import('./screens/listing/view.tsx') },
  { screen: 'product', path: '/product/:slug+', view: () => import('./screens/product/view.tsx') },
  { screen: 'old', path: '/old/:slug' },
  { screen: 'away', path: '/away' },
  { screen: 'loop', path: '/loop/:turn' },
  { screen: 'broken', path: '/broken/:how', view: () => import('./screens/broken/view.tsx') },
  { screen: 'account', path: '/account/:slug*', view: () => import('./screens/account/view.tsx') },
  { screen: 'unguarded', path: '/unguarded' },
  { screen: 'content', path: '/content/:slug+', view: () => import('./screens/content/view.tsx') },
  withLazyComponents({ screen: 'form', path: '/form', view: () => import('./screens/form/view.tsx') }),
])
