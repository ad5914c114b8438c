/** Groups that only screens of their own call: apart from `routes.ts`, so that no first page carries their addresses. */
export const accountRoutes = {
  get: 'GET /api/account/get',
  updateProfile: 'PUT /api/account/update-profile',
  updateMailPreferences: 'PUT /api/account/mail-preferences',
  updatePassword: 'PUT /api/account/update-password',
  otpGenerate: 'POST /api/account/otp/generate',
  otpVerify: 'POST /api/account/otp/verify',
  accessLogs: 'GET /api/account/access-logs',
  deleteSession: 'DELETE /api/account/sessions/:id',
  sessions: 'GET /api/account/sessions',
  endOtherSessions: 'DELETE /api/account/sessions',
  emailGenerate: 'POST /api/account/email/generate',
  emailVerify: 'POST /api/account/email/verify',
  reauthenticateGenerate: 'POST /api/account/re-authenticate/generate',
  reauthenticate: 'POST /api/account/re-authenticate',
  export: 'GET /api/account/export',
  deleteAccount: 'POST /api/account/delete',
} as const

export const trackRoutes = {
  order: 'POST /api/track-order',
  shipment: 'GET /api/track-order/:waybill',
} as const

export const addressRoutes = {
  all: 'GET /api/address/all',
  add: 'POST /api/address/add',
  update: 'PUT /api/address/update/:id',
  remove: 'DELETE /api/address/remove/:id',
} as const

export const wishlistRoutes = {
  get: 'GET /api/wishlist/get',
  add: 'POST /api/wishlist/add',
  remove: 'DELETE /api/wishlist/remove',
  moveToCart: 'POST /api/wishlist/moveToCart',
} as const

export const deliveryRoutes = {
  estimate: 'GET /api/cart/delivery',
} as const

export const ordersRoutes = {
  get: 'GET /api/orders/get',
  item: 'POST /api/orders/item',
  invoice: 'GET /api/orders/invoice',
  creditNote: 'GET /api/orders/credit-note',
  cancel: 'PUT /api/orders/cancel',
  refundRequest: 'POST /api/orders/refund/request',
} as const

export const contentRoutes = {
  slider: 'GET /api/slider/:id',
  menu: 'GET /api/menu/:id',
  template: 'GET /api/template/:id',
  page: 'GET /api/page/:id',
  templateBoth: 'GET /api/templateBoth/:id?',
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

export const settingsRoutes = {
  get: 'POST /api/settings/get',
  countries: 'GET /api/settings/countries',
  addressFields: 'GET /api/settings/address-fields/:country?',
  postcode: 'GET /api/settings/postcode',
} as const

export const checkoutRoutes = {
  placeOrder: 'POST /api/checkout/place-order',
  processPayment: 'POST /api/checkout/process-payment',
  completePayment: 'POST /api/checkout/complete-payment',
  rateExperience: 'POST /api/checkout/rate-experience',
  complete: 'GET /api/checkout/complete',
} as const

export const baseRoutes = {
  host: 'GET /api/base/host',
  heartBeat: 'POST /api/base/heart-beat',
  health: 'GET /api/health',
} as const
