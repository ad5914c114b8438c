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

export const authRoutes = {
  login: 'POST /api/auth/login',
  register: 'POST /api/auth/register',
  otpRequest: 'POST /api/auth/otp/request',
  otpVerify: 'POST /api/auth/otp/verify',
  reset: 'POST /api/auth/reset',
  validateReset: 'POST /api/auth/validate-reset',
  resetComplete: 'POST /api/auth/reset-complete',
  logout: 'POST /api/auth/logout',
} as const

export const accountRoutes = {
  get: 'GET /api/account/get',
  updateProfile: 'PUT /api/account/update-profile',
  updatePassword: 'PUT /api/account/update-password',
  otpGenerate: 'POST /api/account/otp/generate',
  otpVerify: 'POST /api/account/otp/verify',
  accessLogs: 'GET /api/account/access-logs',
  deleteSession: 'DELETE /api/account/sessions/:id',
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

export const contentRoutes = {
  slider: 'GET /api/slider/:id',
  menu: 'GET /api/menu/:id',
  template: 'GET /api/template/:id',
  page: 'GET /api/page/:id',
  templateBoth: 'GET /api/templateBoth/:id?',
} as const

/**
 * Every call of the shop: method and path, and nothing else, so that the browser can carry it (no zod here).
 * Shapes are in the file of each group; spec §7 lists the calls, decisions §4 and §5 their bodies.
 */
export const routes = {
  base: baseRoutes,
  storefront: {
    all: 'GET /api/storefront/all',
    initialValues: 'GET /api/storefront/initial-values',
  },
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
  account: accountRoutes,
} as const

export type Routes = typeof routes
export type GroupName = keyof Routes
