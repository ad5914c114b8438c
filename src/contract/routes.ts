import { authRoutes, passkeyRoutes, storefrontRoutes } from './auth-routes.ts'
import { cartRoutes } from './cart-routes.ts'
import {
  accountRoutes,
  addressRoutes,
  baseRoutes,
  checkoutRoutes,
  contentRoutes,
  deliveryRoutes,
  ordersRoutes,
  productRoutes,
  searchRoutes,
  settingsRoutes,
  trackRoutes,
  wishlistRoutes,
} from './late-routes.ts'

/**
 * Every call of the shop: method and path, and nothing else, so that the browser can carry it (no zod here).
 * Shapes are in the file of each group; spec §7 lists the calls, decisions §4 and §5 their bodies.
 */
export const routes = {
  base: baseRoutes,
  storefront: storefrontRoutes,
  settings: settingsRoutes,
  content: contentRoutes,
  product: productRoutes,
  category: {
    grid: 'POST /api/category/category-grid',
    all: 'GET /api/category/all',
  },
  tag: { all: 'GET /api/tag/all' },
  shop: { listing: 'POST /api/shop/:id' },
  search: searchRoutes,
  cart: cartRoutes,
  delivery: deliveryRoutes,
  checkout: checkoutRoutes,
  auth: authRoutes,
  passkeys: passkeyRoutes,
  account: accountRoutes,
  address: addressRoutes,
  wishlist: wishlistRoutes,
  track: trackRoutes,
  orders: ordersRoutes,
} as const

export type Routes = typeof routes
export type GroupName = keyof Routes
