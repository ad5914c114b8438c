import { channelChoiceEndpoints } from '#contract/channel-choice.ts'
import type { CoreFormName } from '#contract/posted-form.ts'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { amountToAccept } from '#contract/rules/promotions/named-discounts.ts'
import {
  callWith,
  type Fields,
  type FormCall,
  type FormReply,
  type FormRow,
  fieldIn,
  pick,
} from '#server/platform/kernel/post-form.ts'

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
  'additonal_data.recipient_email',
  'additonal_data.recipient_name',
  'additonal_data.recipient_message',
  'additonal_data.send_on',
  'confirmed_age',
])

const payoutFields = { bank: ['account_name', 'account_number', 'bank_code'], upi: ['upi_id'] }

/** The core's forms that work without JavaScript, besides the login forms. ADR 0026. */
export const formTable: Readonly<Record<CoreFormName, FormRow>> = {
  'add-to-cart': {
    page: '/cart',
    // The cart links back to the page that refused to add.
    fields: ['return_to'],
    upload: {
      file: 'image',
      call: 'productCustomisation.uploadImage',
      input: ['product_id'],
      field: 'additonal_data.image_path',
      read: (data) => String(fieldIn(data, 'image_path')),
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
  'choose-gift': cartRow(callWith('cart.chooseGift', ['promotion_id', 'product_id'])),
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
      const { moved, dropped } = channelChoiceEndpoints.select.data.parse(data)
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
    isSavedForGate: true,
    next: () => '/checkout/payment',
  },
  'place-order': {
    page: '/checkout/payment',
    fields: ['shipping_method', 'payment_method', 'instruction', 'accept_tnc'],
    calls: callWith('checkout.placeOrder', [
      'version',
      'idempotency_key',
      'expected_total',
      'expected_due',
      'expected_gifts',
      'accept_prices',
      'shipping_method',
      'payment_method',
      'instruction',
      'accept_tnc',
      'confirmed_age',
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
    next: (data) => String(fieldIn(data, 'redirect') ?? '/'),
  },
  'update-profile': ownRow(
    '/account/profile',
    'Profile saved',
    // Another e-mail address needs the password, which a dialog asks for with JavaScript.
    (fields) => [
      ...(fields.password ? callWith('account.reauthenticate', ['password'])(fields) : []),
      ...callWith('account.updateProfile', ['first_name', 'last_name', 'email', 'phone'])(fields),
    ],
    {
      fields: ['first_name', 'last_name', 'email', 'phone', 'password'],
      fieldOfCode: { INVALID_CREDENTIALS: 'password', REAUTHENTICATE: 'password' },
    },
  ),
  'delete-account': {
    page: '/account/your-data',
    fields: ['password'],
    calls: ({ password = '' }) => [
      ...callWith('account.reauthenticate', ['password'])({ password }),
      ...callWith('account.deleteAccount', [])({}),
    ],
    fieldOfCode: { INVALID_CREDENTIALS: 'password' },
    next: () => ({ page: '/login', notice: 'Your account is deleted' }),
  },
  'update-password': ownRow(
    '/account/security',
    'Password changed',
    callWith('account.updatePassword', ['current_password', 'password', 'password_confirmation']),
    {
      fields: ['current_password', 'password', 'password_confirmation'],
      fieldOfCode: { INVALID_CREDENTIALS: 'current_password' },
    },
  ),
  'mail-preferences': ownRow('/account/profile', 'Preference saved', ({ marketing_opt_in }) => [
    {
      call: 'account.updateMailPreferences',
      input: { marketing_opt_in: String(marketing_opt_in === 'yes') },
    },
  ]),
  'sign-out-device': ownRow('/account/security', 'Signed out', callWith('account.deleteSession', ['id'])),
  'sign-out-others': ownRow('/account/security', 'Signed out', callWith('account.endOtherSessions', [])),
  'save-address': ownRow('/account/addresses', 'Address saved', saveAddress, {
    fields: ['id', 'type', 'default', ...['phone', ...addressColumns].map((column) => `shipping.${column}`)],
    // Another country has other fields.
    check: (fields) => ('change_country' in fields ? {} : null),
    next: () => ({ page: '/account/addresses', notice: 'Address saved' }),
  }),
  'remove-address': ownRow('/account/addresses', 'Address deleted', callWith('address.remove', ['id'])),
  'default-address': ownRow('/account/addresses', 'Default address changed', ({ id = '' }) => [
    { call: 'address.update', input: { id, default: 'true' } },
  ]),
  'cancel-order': ownRow(
    '/account/orders',
    'Order cancelled',
    callWith('orders.cancel', ['order_no', 'token', 'reason', 'comment']),
    { isOnAnyPage: true },
  ),
  'payout-details': ownRow('/account/orders', 'Saved. We pay your refund there', savePayout, {
    fields: ['kind', ...payoutFields.bank, ...payoutFields.upi],
    isOnAnyPage: true,
  }),
  'answer-change': ownRow(
    '/account/orders',
    'Thank you for your answer',
    callWith('orders.answerChange', ['order_no', 'token', 'change_id', 'accepts']),
    { isOnAnyPage: true },
  ),
  'return-items': ownRow('/account/orders', 'Refund requested', requestReturn, {
    isOnAnyPage: true,
    confirm(refusal, fields) {
      const accepted = amountToAccept({ code: '', ...refusal })
      if (accepted === undefined) return undefined
      const values = { ...pick(fields, ['order_no', 'token', 'return_to']), ...tickedItems(fields) }
      return { values: { ...values, accepted_amount: String(accepted) }, again: 'Request refund' }
    },
  }),
  withdraw: {
    page: '/withdraw',
    fields: ['order_no', 'input', 'name'],
    check: ({ order_no, input }) =>
      order_no?.trim() && input?.trim()
        ? null
        : {
            ...(!order_no?.trim() && { order_no: 'Please enter the order number' }),
            ...(!input?.trim() && { input: 'Please enter the email or phone of the order' }),
          },
    calls: () => [],
    next: (_, { input = '' }) => ({ sentTo: input }),
  },
  'confirm-withdrawal': {
    page: '/withdraw',
    fields: ['order_no', 'input', 'name', 'content'],
    check: (fields) =>
      fields.chooses && Object.keys(tickedItems(fields)).length === 0
        ? { items: 'Please choose at least one item' }
        : null,
    calls: (fields) => [
      {
        call: 'withdrawal.state',
        input: { ...pick(fields, ['order_no', 'input', 'name', 'content']), ...tickedItems(fields) },
      },
    ],
    next: (data) => `/withdraw?${new URLSearchParams({ statement: String(fieldIn(data, 'token')) })}`,
  },
  'track-order': {
    page: '/track-order',
    fields: ['order_no', 'input', 'otp'],
    calls: callWith('track.order', ['order_no', 'input', 'otp']),
    fieldOfCode: { OTP_INVALID: 'otp' },
    sentTo: ({ input, otp }) => (otp === undefined ? undefined : input),
    next(data, { input = '' }) {
      return fieldIn(data, 'verification_required')
        ? { sentTo: input }
        : `/track-order/${fieldIn(data, 'token')}`
    },
  },
}

/** A form of a page of the account or of an order, which shows the result above itself. */
function ownRow(page: string, notice: string, calls: FormRow['calls'], row: Partial<FormRow> = {}): FormRow {
  return { page, fields: [], calls, next: (_, { return_to = page }) => ({ page: return_to, notice }), ...row }
}

/** Changes a saved address, or adds one. */
function saveAddress(fields: Fields): FormCall[] {
  const columns = ['phone', ...addressColumns].flatMap((column) =>
    column === 'address_id' ? [] : [[column, fields[`shipping.${column}`] ?? '']],
  )
  const input: Fields = {
    ...Object.fromEntries(columns),
    address_type: fields.type ?? 'Shipping',
    default: String(fields.default === 'yes'),
  }
  const fieldOf = (name: string) => `shipping.${name}`
  return fields.id
    ? [{ call: 'address.update', input: { ...input, id: fields.id }, fieldOf }]
    : [{ call: 'address.add', input, fieldOf }]
}

/** The fields of the chosen kind of account. */
function savePayout({ order_no = '', token, kind, ...fields }: Fields): FormCall[] {
  const chosen = kind === 'upi' ? 'upi' : 'bank'
  const entered = payoutFields[chosen].map((name) => [`payout.${name}`, fields[name] ?? ''])
  const input = { order_no, ...(token && { token }), 'payout.kind': chosen, ...Object.fromEntries(entered) }
  return [{ call: 'orders.payout', input, fieldOf: (name) => name.replace(/^payout\./, '') }]
}

function requestReturn(fields: Fields): FormCall[] {
  const named = pick(fields, ['order_no', 'token', 'accepted_amount'])
  return [{ call: 'orders.refundRequest', input: { ...named, ...tickedItems(fields) } }]
}

/** The items whose box is ticked: an entry without one has no `item_id`. */
const tickedItems = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name]) => fields[`${name.split('.', 2).join('.')}.item_id`] !== undefined,
    ),
  )

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
  const step = fieldIn(data, 'step')
  return step === 'cart' ? '/cart' : step === 'address' ? '/checkout/address' : undefined
}
