import { withParts } from '#client/late-part.tsx'
import { defineRoutes } from '#pages/route-table.ts'

/** Every address of the shop and the chunk that shows it (spec §2, screens and routes). The first that fits wins. */
export const routes = defineRoutes([
  { screen: 'home', path: '/', view: () => import('./home/view.tsx') },
  { screen: 'shop', path: '/shop-online/:slug*', view: () => withParts(import('./shop/view.tsx')) },
  {
    screen: 'category',
    path: '/product-category/:slug+',
    view: () => withParts(import('./category/view.tsx')),
  },
  {
    screen: 'collection',
    path: '/product-collection/:slug+',
    view: () => withParts(import('./collection/view.tsx')),
  },
  { screen: 'product', path: '/product/:slug+', view: () => withParts(import('./product/view.tsx')) },
  { screen: 'search', path: '/search', view: () => withParts(import('./search/view.tsx')) },
  { screen: 'cart', path: '/cart', view: () => withParts(import('./cart/view.tsx')) },
  { screen: 'checkoutAddress', path: '/checkout/address', view: () => import('./checkout-address/view.tsx') },
  { screen: 'checkoutPayment', path: '/checkout/payment', view: () => import('./checkout-payment/view.tsx') },
  {
    screen: 'checkoutComplete',
    path: '/checkout-complete',
    view: () => import('./checkout-complete/view.tsx'),
  },
  { screen: 'checkoutFailed', path: '/checkout-failed', view: () => import('./checkout-failed/view.tsx') },
  { screen: '', path: '/test-gateway/:rest+', isDocument: true },
  { screen: '', path: '/dev/:rest+', isDocument: true },
  { screen: 'content', path: '/:slug+', view: () => import('./content/view.tsx') },
])
