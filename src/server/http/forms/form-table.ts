import type { CoreFormName } from '#contract/posted-form.ts'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import {
  callWith,
  type Fields,
  type FormCall,
  type FormReply,
  type FormRow,
} from '#server/kernel/post-form.ts'

const addressColumns = [
  'address_id',
  'country_id',
  'state_id',
  'state_name',
  'first_name',
  'last_name',
  'postcode',
  'address_line_1',
  'address_line_2',
  'city',
  'tax_no',
] as const

const addToCart = callWith('cart.addItem', [
  'product_id',
  'quantity',
  'additonal_data.custom_text',
  'additonal_data.image_path',
])

/** The core's forms that work without JavaScript, besides the login forms. ADR 0052. */
export const formTable: Readonly<Record<CoreFormName, FormRow>> = {
  'add-to-cart': {
    page: '/cart',
    fields: [],
    upload: {
      file: 'image',
      call: 'productCustomisation.uploadImage',
      input: ['product_id'],
      field: 'additonal_data.image_path',
      read: (data) => (data as { image_path: string }).image_path,
    },
    // Without a choice of a size the product's page asks for it.
    calls: (fields) => (fields.choose ? [] : addToCart(fields)),
    // Product pages are cached for everyone, so they cannot show a refusal.
    pageOf: () => '/cart',
    next: (_, { next, choose, return_to = '/cart' }) =>
      choose ? return_to : next === 'checkout' ? '/checkout/address' : '/cart',
  },
  'update-quantity': cartRow(callWith('cart.updateQty', ['item_id', 'quantity'])),
  'remove-item': cartRow(callWith('cart.removeItem', ['item_id'])),
  'accept-prices': cartRow(callWith('cart.updateItemsPrice', [])),
  'apply-coupon': {
    ...cartRow(callWith('cart.couponsApply', ['code'])),
    fields: ['code'],
    fieldOfCode: { COUPON_INVALID: 'code' },
  },
  'remove-coupon': cartRow(callWith('cart.couponsRemove', [])),
  channel: {
    page: '/',
    isOnAnyPage: true,
    fields: ['channel'],
    calls: callWith('channelChoice.select', ['channel']),
    // Pages for everyone show no notice; the cart does, where its prices are other ones now.
    next(data, { return_to = '/' }) {
      const { moved, dropped } = data as { moved: number; dropped: string[] }
      return moved + dropped.length > 0 ? { page: '/cart', notice: movedNotice(dropped) } : return_to
    },
  },
  'checkout-address': {
    page: '/checkout/address',
    fields: [
      'contact.phone',
      'contact.email',
      'same_as_shipping',
      'save_address',
      ...addressColumns.flatMap((column) => [`shipping.${column}`, `billing.${column}`]),
    ],
    calls: (fields) => [
      addressCall('shipping', fields),
      // After the address, whose country decides how long a phone number is.
      {
        call: 'cart.updateContact',
        input: { phone: fields['contact.phone'] ?? '', email: fields['contact.email'] ?? '' },
        fieldOf: (name) => `contact.${name}`,
      },
      ...(isSame(fields) ? [] : [addressCall('billing', fields)]),
      { call: 'cart.validateAddress', input: {} },
    ],
    // The billing address and another country's fields are shown by the page that follows.
    check: (fields) => ('change_country' in fields || lacksBilling(fields) ? {} : null),
    fieldOfCode: { NOT_SERVICEABLE: 'shipping.postcode' },
    pageOf: stepOf,
    isKeptForGate: true,
    next: () => '/checkout/payment',
  },
  'place-order': {
    page: '/checkout/payment',
    fields: ['shipping_method', 'payment_method', 'instruction', 'accept_tnc'],
    calls: callWith('checkout.placeOrder', [
      'version',
      'idempotency_key',
      'expected_total',
      'accept_prices',
      'shipping_method',
      'payment_method',
      'instruction',
      'accept_tnc',
    ]),
    check: ({ payment_method = '' }) =>
      payment_method && isPaidFirst(payment_method) ? { payment_method: onlineNeedsScripts } : null,
    fieldOfCode: { SHIPPING_UNAVAILABLE: 'shipping_method', PAYMENT_UNAVAILABLE: 'payment_method' },
    pageOf: stepOf,
    // The total of the next page is that of the choices.
    keep: (fields) =>
      [
        ...callWith('cart.updateShippingMode', ['shipping_method'])(fields),
        ...callWith('cart.updatePaymentMode', ['payment_method'])(fields),
      ].filter(({ input }) => Object.keys(input).length > 0),
    next: (data) => (data as { redirect: string | null }).redirect ?? '/',
  },
  'track-order': {
    page: '/track-order',
    fields: ['order_no', 'input', 'otp'],
    calls: callWith('track.order', ['order_no', 'input', 'otp']),
    fieldOfCode: { OTP_INVALID: 'otp' },
    sentTo: ({ input, otp }) => (otp === undefined ? undefined : input),
    next(data, { input = '' }) {
      const reply = data as { verification_required: true } | { verification_required: false; token: string }
      return reply.verification_required ? { sentTo: input } : `/track-order/${reply.token}`
    },
  },
}

/** Names at most three of the products that have left the cart. */
function movedNotice(dropped: readonly string[]) {
  const shown = dropped.slice(0, 3).join(', ')
  const more = dropped.length > 3 ? ` and ${dropped.length - 3} more` : ''
  const gone = dropped.length > 0 ? ` Not available here and removed: ${shown}${more}.` : ''
  return `Your cart now has the prices of the country you chose.${gone}`
}

export const onlineNeedsScripts =
  'Online payment needs JavaScript. If it is on, press the button again; otherwise choose another method.'

function cartRow(calls: FormRow['calls']): FormRow {
  return { page: '/cart', fields: [], calls, next: (_, { return_to }) => return_to ?? '/cart' }
}

const isSame = ({ same_as_shipping }: Fields) => same_as_shipping === 'yes'

const lacksBilling = (fields: Fields) => !isSame(fields) && fields['billing.first_name'] === undefined

/** The contact's phone is the address's, so its errors are shown there. */
function addressCall(part: 'shipping' | 'billing', fields: Fields): FormCall {
  const columns = addressColumns.map((column) => [column, fields[`${part}.${column}`] ?? ''])
  return {
    call: 'cart.updateAddress',
    input: {
      ...Object.fromEntries(columns),
      phone: fields['contact.phone'] ?? '',
      address_type: part === 'shipping' ? 'Shipping' : 'Billing',
      same_as_shipping: String(isSame(fields)),
      ...(part === 'shipping' && fields.save_address === 'yes' ? { save_address: 'true' } : {}),
    },
    fieldOf: (name) => (name === 'phone' ? 'contact.phone' : `${part}.${name}`),
  }
}

/** The checkout step that can resolve a refusal. Decisions §4, place-order. */
function stepOf({ code = '', data }: FormReply): string | undefined {
  if (code === 'ALREADY_ORDERED') return '/cart'
  if (code === 'NOT_SERVICEABLE') return '/checkout/address'
  const { step } = (data ?? {}) as { step?: string }
  return step === 'cart' ? '/cart' : step === 'address' ? '/checkout/address' : undefined
}
