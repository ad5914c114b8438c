import type { screens } from '../../src/screens/screens.ts'
import type { Person } from './world.ts'

/**
 * What a page answers to each visitor: `page`, `none` (404), or the beginning of where it sends them.
 * `own` has the address of a page of the owner; a stranger who opens that very address gets what `foreign` says.
 */
export type PageRow = {
  path: (own: Person) => string
  guest: string
  owner: string
  /** The stranger at the owner's address; their own page at one that says nothing of whom. */
  foreign: string
  /** The owner's address with the stranger's key in it, where there is one, and what that answers. */
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

/** Of the account area: guests are asked to log in, and everybody else sees their own. */
const account = (path: string): PageRow => ({
  path: () => path,
  guest: `/?login=1&redirect=${encodeURIComponent(path)}`,
  owner: 'page',
  foreign: 'page',
})

const orderAt = (page: string, { order_id, token }: { order_id: number; token: string }) =>
  `${page}?order_id=${order_id}&token=${token}&type=cod`

/** Every screen of the shop: one that is missing here does not compile, and fails the matrix. */
export const pageRows: Record<keyof typeof screens, PageRow> = {
  home: open('/'),
  shop: open('/shop-online', '/shop-online/no-such-category'),
  category: open('/product-category/ceramics', '/product-category/no-such-category'),
  collection: open('/product-collection/quiet-corners', '/product-collection/no-such-collection'),
  product: open('/product/veranda-planter', '/product/no-such-product'),
  search: open('/search?query=mug'),
  cart: open('/cart'),
  checkoutAddress: { ...open('/checkout/address'), guest: '/cart?' },
  // Nobody of them has said yet where to deliver to.
  checkoutPayment: {
    path: () => '/checkout/payment',
    guest: '/cart?',
    owner: '/checkout/address?',
    foreign: '/checkout/address?',
  },
  // Whoever holds the token holds the order: that is what the link in the mail is.
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
  // The owner's order is not unpaid.
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
  accountWishlist: account('/account/wishlist'),
  accountOrders: account('/account/orders'),
  // A foreign order looks like none.
  accountOrder: {
    ...account('/account/orders/SF-999999999'),
    path: ({ order }) => `/account/orders/${order.order_no}`,
    guest: '/?login=1&redirect=%2Faccount%2Forders%2F',
    foreign: 'none',
  },
  // Whoever is somebody already has no use for these.
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
  content: open('/about', '/no/such/page'),
}
