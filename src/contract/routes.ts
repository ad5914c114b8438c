import { authRoutes, passkeyRoutes, storefrontRoutes } from './auth-routes.ts'
import {
  accountRoutes,
  addressRoutes,
  contentRoutes,
  ordersRoutes,
  trackRoutes,
  wishlistRoutes,
} from './late-routes.ts'

// Groups that the browser calls stand alone, so that it carries no other.
export const baseRoutes = {
  host: 'GET /api/base/host',
  heartBeat: 'POST /api/base/heart-beat',
  health: 'GET /api/health',
} as const

export const settingsRoutes = {
  get: 'POST /api/settings/get',
  countries: 'GET /api/settings/countries',
  addressFields: 'GET /api/settings/address-fields/:country?',
} as const

export const cartRoutes = {
  get: 'GET /api/cart/get',
  addItem: 'POST /api/cart/add-item',
  updateQty: 'PUT /api/cart/update-qty',
  removeItem: 'DELETE /api/cart/remove-item',
  updateAddress: 'PUT /api/cart/update-address',
  updateContact: 'PUT /api/cart/update-contact',
  updateShippingMode: 'PUT /api/cart/update-shipping-mode',
  updatePaymentMode: 'PUT /api/cart/update-payment-mode',
  updateItemsPrice: 'PUT /api/cart/update-items-price',
  update: 'PUT /api/cart/update',
  couponsGet: 'GET /api/cart/coupons/get',
  couponsApply: 'POST /api/cart/coupons/apply',
  couponsRemove: 'DELETE /api/cart/coupons/remove',
  validate: 'GET /api/cart/validate',
  validateAddress: 'GET /api/cart/validate/address',
  validateStock: 'GET /api/cart/validate/stock',
} as const

export const checkoutRoutes = {
  placeOrder: 'POST /api/checkout/place-order',
  processPayment: 'POST /api/checkout/process-payment',
  completePayment: 'POST /api/checkout/complete-payment',
  rateExperience: 'POST /api/checkout/rate-experience',
  complete: 'GET /api/checkout/complete',
} as const

export const productRoutes = {
  grid: 'POST /api/product/product-grid',
  category: 'POST /api/product/product-category/:id',
  collection: 'POST /api/product/product-collection/:id',
  filters: 'GET /api/product/filters/all/:id',
  single: 'GET /api/product/single-product/:id',
  related: 'GET /api/product/single-product/:id/related',
} as const

export const searchRoutes = {
  suggest: 'GET /api/search/search',
  products: 'POST /api/search/search-products',
} as const

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
