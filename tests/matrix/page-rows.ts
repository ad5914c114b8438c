import type { screens } from '../../src/screens/screens.ts'
import type { Person } from './world.ts'

/**
 * The result of a page for each visitor: `page`, `none` (404), or the start of the redirect target. `path` is the owner's URL;
 * `foreign` is the result for a stranger who opens it.
 */
export type PageRow = {
  path: (own: Person) => string
  guest: string
  owner: string
  /** The stranger at the owner's URL; at a URL that names no owner they see their own page. */
  foreign: string
  /** The owner's URL with the stranger's key, where there is one, and its result. */
  wrongKey?: { path: (own: Person, stranger: Person) => string; answers: string }
  unknown?: { path: string; answers: string }
}

const open = (path: string, unknown?: string): PageRow => ({
  path: () => path,
  guest: 'page',
  owner: 'page',
  foreign: 'page',
  ...(unknown && { unknown: { path: unknown, answers: 'none' } }),
})

/** A page of the account area: guests are sent to the login, customers see their own data. */
const account = (path: string): PageRow => ({
  path: () => path,
  guest: `/?login=1&redirect=${encodeURIComponent(path)}`,
  owner: 'page',
  foreign: 'page',
})

const orderAt = (page: string, { order_id, token }: { order_id: number; token: string }) =>
  `${page}?order_id=${order_id}&token=${token}&type=cod`

/** Every screen of the shop; a missing one is a type error. */
export const pageRows: Record<keyof typeof screens, PageRow> = {
  home: open('/'),
  shop: open('/shop-online', '/shop-online/no-such-category'),
  category: open('/product-category/ceramics', '/product-category/no-such-category'),
  collection: open('/product-collection/quiet-corners', '/product-collection/no-such-collection'),
  product: open('/product/veranda-planter', '/product/no-such-product'),
  search: open('/search?query=mug'),
  cart: open('/cart'),
  checkoutAddress: { ...open('/checkout/address'), guest: '/cart?' },
  // None of these visitors has entered a delivery address.
  checkoutPayment: {
    path: () => '/checkout/payment',
    guest: '/cart?',
    owner: '/checkout/address?',
    foreign: '/checkout/address?',
  },
  // The token grants access to the order, as the link in the mail does.
  checkoutComplete: {
    path: ({ order }) => orderAt('/checkout-complete', order),
    guest: 'page',
    owner: 'page',
    foreign: 'page',
    wrongKey: {
      path: ({ order }, stranger) => orderAt('/checkout-complete', { ...order, token: stranger.order.token }),
      answers: 'none',
    },
    unknown: { path: '/checkout-complete?order_id=999999999&token=none', answers: 'none' },
  },
  // The owner's order awaits no payment.
  checkoutFailed: {
    path: ({ order }) => orderAt('/checkout-failed', order),
    guest: '/checkout-complete?',
    owner: '/checkout-complete?',
    foreign: '/checkout-complete?',
    wrongKey: {
      path: ({ order }, stranger) => orderAt('/checkout-failed', { ...order, token: stranger.order.token }),
      answers: '/cart',
    },
    unknown: { path: '/checkout-failed?order_id=999999999&token=none', answers: '/cart' },
  },
  account: account('/account'),
  accountProfile: account('/account/profile'),
  accountSecurity: account('/account/security'),
  accountPassword: account('/account/reset-password'),
  accountData: account('/account/your-data'),
  accountConfirmEmail: account('/account/confirm-email?token=none'),
  accountAddresses: account('/account/addresses'),
  accountOrders: account('/account/orders'),
  // A foreign order looks like a missing one.
  accountOrder: {
    ...account('/account/orders/SF-999999999'),
    path: ({ order }) => `/account/orders/${order.order_no}`,
    guest: '/?login=1&redirect=%2Faccount%2Forders%2F',
    foreign: 'none',
  },
  // No plugin of these shops adds a panel.
  accountPanel: {
    ...account('/account/no-such-panel'),
    owner: 'none',
    foreign: 'none',
  },
  // Logged-in customers are redirected away from these pages.
  login: { ...open('/login'), owner: '/account', foreign: '/account' },
  register: { ...open('/register'), owner: '/account', foreign: '/account' },
  forgotPassword: { ...open('/forgot-password'), owner: '/account', foreign: '/account' },
  resetPassword: {
    path: () => '/account/reset-password/nobody@example.com/no-such-token',
    guest: '/?login=1&mode=forgot',
    owner: '/account/security',
    foreign: '/account/security',
  },
  trackOrder: open('/track-order'),
  // The shop is in India, where there is no such right.
  withdraw: { path: () => '/withdraw', guest: 'none', owner: 'none', foreign: 'none' },
  blogList: open('/blogs', '/blogs?category=none'),
  blogPost: open('/blogs/how-a-mug-is-made', '/blogs/no-such-post'),
  form: open('/forms/contact', '/forms/no-such-form'),
  content: open('/about', '/no/such/page'),
}
