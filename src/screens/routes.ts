import { withLazyComponents } from '#client/lazy-hydrated.tsx'
import { withSlots } from '#client/slot.tsx'
import { defineRoutes, type Route } from '#pages/route-table.ts'

const table: Route[] = [
  { screen: 'home', path: '/', view: () => import('./home/view.tsx') },
  { screen: 'shop', path: '/shop-online/:slug*', view: () => import('./shop/view.tsx') },
  {
    screen: 'category',
    path: '/product-category/:slug+',
    view: () => import('./category/view.tsx'),
  },
  {
    screen: 'collection',
    path: '/product-collection/:slug+',
    view: () => import('./collection/view.tsx'),
  },
  { screen: 'product', path: '/product/:slug+', view: () => import('./product/view.tsx') },
  { screen: 'search', path: '/search', view: () => import('./search/view.tsx') },
  { screen: 'cart', path: '/cart', view: () => import('./cart/view.tsx') },
  { screen: 'checkoutAddress', path: '/checkout/address', view: () => import('./checkout-address/view.tsx') },
  { screen: 'checkoutPayment', path: '/checkout/payment', view: () => import('./checkout-payment/view.tsx') },
  {
    screen: 'checkoutComplete',
    path: '/checkout-complete',
    view: () => import('./checkout-complete/view.tsx'),
  },
  { screen: 'checkoutFailed', path: '/checkout-failed', view: () => import('./checkout-failed/view.tsx') },
  { screen: 'account', path: '/account', view: () => import('./account/view.tsx') },
  { screen: 'accountProfile', path: '/account/profile', view: () => import('./account-profile/view.tsx') },
  { screen: 'accountSecurity', path: '/account/security', view: () => import('./account-security/view.tsx') },
  {
    screen: 'accountPassword',
    path: '/account/reset-password',
    view: () => import('./account-password/view.tsx'),
  },
  { screen: 'accountData', path: '/account/your-data', view: () => import('./account-data/view.tsx') },
  {
    screen: 'accountConfirmEmail',
    path: '/account/confirm-email',
    view: () => import('./account-confirm-email/view.tsx'),
  },
  {
    screen: 'accountAddresses',
    path: '/account/addresses',
    view: () => import('./account-addresses/view.tsx'),
  },
  { screen: 'trackOrder', path: '/track-order/:slug*', view: () => import('./track-order/view.tsx') },
  { screen: 'withdraw', path: '/withdraw', view: () => import('./withdraw/view.tsx') },
  { screen: 'login', path: '/login', view: () => import('./login/view.tsx') },
  { screen: 'register', path: '/register', view: () => import('./register/view.tsx') },
  { screen: 'forgotPassword', path: '/forgot-password', view: () => import('./forgot-password/view.tsx') },
  {
    screen: 'resetPassword',
    path: '/account/reset-password/:email/:slug',
    view: () => import('./reset-password/view.tsx'),
  },
  { screen: 'accountOrders', path: '/account/orders', view: () => import('./account-orders/view.tsx') },
  {
    screen: 'accountOrder',
    path: '/account/orders/:order_no',
    view: () => import('./account-order/view.tsx'),
  },
  // After the shop's own pages of the account: a plugin cannot replace them.
  { screen: 'accountPanel', path: '/account/:panel', view: () => import('./account-panel/view.tsx') },
  { screen: '', path: '/blogs/feed.xml', isDocument: true },
  { screen: 'blogList', path: '/blogs', view: () => import('./blog-list/view.tsx') },
  { screen: 'blogPost', path: '/blogs/:slug+', view: () => import('./blog-post/view.tsx') },
  { screen: '', path: '/test-gateway/:rest+', isDocument: true },
  { screen: '', path: '/dev/:rest+', isDocument: true },
  { screen: '', path: '/media/:rest+', isDocument: true },
  { screen: 'form', path: '/forms/:slug', view: () => import('./form/view.tsx') },
  { screen: 'content', path: '/:slug+', view: () => import('./content/view.tsx') },
]

/** The shop's paths with the chunks of their views (spec §2, screens and routes). The first match wins. */
export const routes = defineRoutes(table.map((route) => withSlots(withLazyComponents(route))))
