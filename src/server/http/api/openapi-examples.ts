import type { Example } from '#server/platform/kernel/plugin.ts'
import { account, address, cart, order, product, productFull } from './openapi-entities.ts'

/** `reply`: a whole envelope, or the name of one in `replies`. */
type CoreExample = Example & { reply?: ReplyName | object }

type ReplyName = keyof typeof replies

const success = (data: unknown, message?: string) => ({
  status: 'success',
  ...(message !== undefined && { message }),
  data,
})

const pageOf = (data: unknown[], perPage: number) => ({
  data,
  current_page: 1,
  last_page: 1,
  per_page: perPage,
  total: data.length,
})

/** Replies of several operations. */
export const replies = {
  Cart: success(cart),
  Listing: success({
    products: pageOf([product], 24),
    sort: { value: 'default', options: [{ value: 'default', label: 'Featured' }] },
    filters: { brand: ['northway'] },
    heading: { name: 'Shirts', description: '', image: null },
    breadcrumbs: [{ name: 'Men', slug: 'men', url: '/product-category/men' }],
    children: [],
    facets: [],
    did_you_mean: null,
    meta: { meta_title: 'Shirts', meta_description: '' },
    url: '/product-category/men/shirts',
  }),
  Order: success(order),
  CodeSent: success({ length: 4, expires_in: 300, resend_after: 30 }, 'OTP sent'),
} as const

const ofCart = { api_cart: true, cart_session: cart.session_id }
const ofOrder = { order_id: 4501, token: 'tok_x' }
const listing = { page: 1, perPage: 24, sort: 'default', filters: { brand: ['northway'] } }
const { first_name, last_name, phone } = address
const typedAddress = {
  first_name,
  last_name,
  phone,
  address_line_1: address.address_line_1,
  address_line_2: address.address_line_2,
  city: address.city,
  postcode: address.postcode,
  country_id: address.country_id,
  state_id: address.state_id,
  address_type: address.address_type,
}
const signedIn = { user: account, cart_session_id: cart.session_id }

/** Of the calls that a client needs first, by operation id. Decisions §4. */
export const examples: Readonly<Record<string, CoreExample>> = {
  'settings.get': {
    request: { keys: ['store_name', 'enable_otp_auth'] },
    reply: success({ store_name: 'Demo Store', enable_otp_auth: true }),
  },
  'product.single': { request: { id: 'oxford-shirt', sku: 'OXF-BL-M' }, reply: success(productFull) },
  'product.related': { request: { id: 'oxford-shirt' }, reply: success([product]) },
  'product.grid': { request: { items: [1042], source: 'custom' }, reply: success([product]) },
  'product.category': { request: { id: 'men/shirts', ...listing }, reply: 'Listing' },
  'product.collection': { request: { id: 'summer', ...listing }, reply: 'Listing' },
  'shop.listing': { request: { id: 'shop-online', ...listing }, reply: 'Listing' },
  'category.all': {
    reply: success([
      { id: 12, name: 'Shirts', slug: 'men/shirts', image: null, product_count: 48, children: [] },
    ]),
  },
  'search.suggest': {
    request: { query: 'oxfrod' },
    reply: success({
      query: 'oxfrod',
      did_you_mean: 'oxford',
      products: [product],
      categories: [],
      brands: [product.brand],
      suggestions: ['oxford shirt'],
      total: 1,
    }),
  },
  'search.products': { request: { query: 'oxford', ...listing, sort: 'relevance' } },
  'cart.get': { request: ofCart, reply: 'Cart' },
  'cart.addItem': { request: { product_id: 1042, quantity: 1, ...ofCart }, reply: 'Cart' },
  'cart.updateQty': { request: { item_id: 9001, quantity: 3, ...ofCart, version: 7 }, reply: 'Cart' },
  'cart.removeItem': { request: { item_id: 9001, ...ofCart }, reply: 'Cart' },
  'cart.updateContact': { request: { phone, email: 'asha@example.com', ...ofCart }, reply: 'Cart' },
  'cart.updateAddress': { request: { ...typedAddress, same_as_shipping: true, ...ofCart }, reply: 'Cart' },
  'cart.updateShippingMode': { request: { shipping_method: 'standard', ...ofCart }, reply: 'Cart' },
  'cart.updatePaymentMode': { request: { payment_method: 'cod', ...ofCart }, reply: 'Cart' },
  'cart.chooseGift': { request: { promotion_id: 7, product_id: 1020, ...ofCart }, reply: 'Cart' },
  'cart.couponsApply': { request: { code: 'WELCOME10', ...ofCart }, reply: 'Cart' },
  'cart.couponsRemove': { request: ofCart, reply: 'Cart' },
  'cart.validate': {
    request: ofCart,
    reply: {
      ...success(cart),
      validation: {
        is_valid: true,
        prices_updated: false,
        is_stock_valid: true,
        out_of_stock_items: [],
        coupon_removed: false,
      },
    },
  },
  'checkout.placeOrder': {
    request: {
      ...ofCart,
      version: 7,
      idempotency_key: '0f6d7b1e-6a52-4c0c-8a70-2b1f7a0c9d21',
      accept_tnc: true,
    },
    reply: success(
      {
        order_id: 4501,
        order_no: 'SF-100045',
        token: 'tok_x',
        type: 'cod',
        payment_required: false,
        redirect: '/checkout-complete?order_id=4501&token=tok_x&type=cod',
      },
      'Order placed',
    ),
  },
  'checkout.processPayment': {
    request: { ...ofOrder, payment_method: 'test_gateway', return_url: '/checkout-complete' },
    reply: success({
      payment_id: 'pay_1',
      payment_status: 'requires_action',
      action: { type: 'popup', method: 'GET', url: '/test-gateway/pay_1', fields: {} },
    }),
  },
  'checkout.completePayment': {
    request: { ...ofOrder, payment_id: 'pay_1', gateway: { status: 'captured' } },
    reply: success(
      {
        order_id: 4501,
        payment_status: 'paid',
        redirect: '/checkout-complete?order_id=4501&token=tok_x&type=test_gateway',
      },
      'Payment received',
    ),
  },
  'checkout.complete': { request: { ...ofOrder, type: 'cod' }, reply: 'Order' },
  'auth.login': {
    request: { email: 'asha@example.com', password: 'secret1', remember_me: true, ...ofCart },
    reply: success(signedIn, 'Logged in successfully'),
  },
  'auth.register': {
    request: { first_name, last_name, phone, email: 'asha@example.com', password: 'secret1', ...ofCart },
    reply: success(signedIn, 'Welcome, Asha'),
  },
  'auth.otpRequest': { request: { input: phone }, reply: 'CodeSent' },
  'auth.otpVerify': {
    request: { input: phone, otp: '1234', ...ofCart },
    reply: success({ ...signedIn, is_new: false }, 'Logged in successfully'),
  },
  'auth.logout': { reply: success({ user: null, cart_session_id: null }, 'Logged out') },
  'account.get': { reply: success(account) },
  'account.otpGenerate': { request: { input: '9876500000', type: 'phone' }, reply: 'CodeSent' },
  'address.all': { reply: success([address]) },
  'address.add': { request: typedAddress, reply: success(address, 'Address saved') },
  'orders.get': { request: { page: 1 }, reply: success(pageOf([order], 10)) },
  'orders.cancel': {
    request: {
      order_no: 'SF-100045',
      items: [{ item_id: 7001, quantity: 2 }],
      reason: 'changed_mind',
      comment: '',
    },
    reply: 'Order',
  },
  'orders.refundRequest': {
    request: {
      order_no: 'SF-100045',
      items: [{ item_id: 7001, quantity: 1, reason: 'damaged', comment: 'Torn', images: [] }],
      refund_to: 'original',
    },
  },
  'track.order': {
    request: { order_no: 'SF-100045', input: phone },
    reply: success({ verification_required: true, length: 4 }, 'We sent you a code'),
  },
}
