import type { Routes } from '#contract/routes.ts'
import type { withdrawalRoutes } from '#contract/withdrawal.ts'
import { addressInput, type Person } from './world.ts'

type Input = Record<string, unknown>

/**
 * Who may use a call, and how to make it. `open`: every visitor, without private data. `customer`: acts on the logged-in customer.
 * `cart`: acts on the visitor's own cart, whatever cart the input names. `record`: acts on the record that the input names, which
 * belongs to a customer or (`bearer`) to the holder of its token; a foreign one must look missing.
 */
export type CallRow =
  | { kind: 'open'; input: Input; answers: number }
  | { kind: 'customer'; input: (own: Person) => Input; answers: number }
  | { kind: 'cart'; input: (own: Person) => Input }
  | {
      kind: 'record'
      bearer?: true
      input: (own: Person) => Input
      /** The owner's input with the stranger's credentials. */
      foreign: (own: Person, stranger: Person) => Input
      unknown: (own: Person) => Input
      answers: number
    }

export const open = (input: Input = {}, answers = 200): CallRow => ({ kind: 'open', input, answers })
export const customer = (input: Input | ((own: Person) => Input) = {}, answers = 200): CallRow => ({
  kind: 'customer',
  input: typeof input === 'function' ? input : () => input,
  answers,
})
export const cart = (more: (own: Person) => Input = () => ({})): CallRow => ({
  kind: 'cart',
  input: (own) => ({ ...own.cart, ...more(own) }),
})
const line = (own: Person) => ({ item_id: own.item_id })
export const order = (more: Input = {}, answers = 200): CallRow => ({
  kind: 'record',
  bearer: true,
  input: ({ order: { order_id, token } }) => ({ order_id, token, ...more }),
  foreign: ({ order: { order_id } }, stranger) => ({ order_id, token: stranger.order.token, ...more }),
  unknown: ({ order: { token } }) => ({ order_id: 999_999_999, token, ...more }),
  answers,
})

/** An order by its number, for its customer or the holder of its token. */
const byNumber = (more: Input = {}, answers = 200): CallRow => ({
  kind: 'record',
  bearer: true,
  input: ({ order: { order_no, token } }) => ({ order_no, token, ...more }),
  foreign: ({ order: { order_no } }, stranger) => ({ order_no, token: stranger.order.token, ...more }),
  unknown: ({ order: { token } }) => ({ order_no: 'SF-999999999', token, ...more }),
  answers,
})
/** A record of the customer, by its id. */
const ownRecord = (idOf: (own: Person) => number, more: Input = {}): CallRow => ({
  kind: 'record',
  input: (own) => ({ id: idOf(own), ...more }),
  foreign: (own) => ({ id: idOf(own), ...more }),
  unknown: () => ({ id: 999_999_999, ...more }),
  answers: 200,
})

/** Every call of the contract; a missing one is a type error. */
export const callRows: { [Group in keyof Routes]: { [Name in keyof Routes[Group]]: CallRow } } & {
  channelChoice: { select: CallRow }
  withdrawal: Record<keyof typeof withdrawalRoutes, CallRow>
} = {
  // The shop has one channel, which the cookie need not name.
  channelChoice: { select: open({ channel: 'no-such-channel' }, 422) },
  // The shop is in India, where there is no such right.
  withdrawal: {
    order: open(),
    state: open({ order_no: 'SF-1', input: 'a@shop.example' }, 404),
    statement: open({ token: '1.none' }, 404),
  },
  base: { host: open(), heartBeat: open({ url: 'https://shop.example.com/' }), health: open() },
  plugins: {
    all: open(),
    config: open({ name: 'None' }, 404),
    slots: open({ slots: [{ name: 'head', props: {} }] }),
  },
  storefront: {
    all: open(),
    initialValues: open({ keys: 'store_name' }),
    verifyPassword: open({ password: 'any' }),
    subscribeToMode: open({ email: 'asha@example.com', mode: 'Coming Soon' }, 409),
    saveCookies: open({ choices: [] }),
  },
  form: {
    get: open({ id: 'contact' }),
    submit: open({ id: 'no-such-form', values: {} }, 404),
    posted: open({ token: 'no-such-token' }),
  },
  settings: {
    get: open({ keys: ['store_name'] }),
    countries: open(),
    addressFields: open({ country: 101 }),
    postcode: open({ country: 101, postcode: '560001' }),
  },
  blog: { list: open(), post: open({ slug: 'how-a-mug-is-made' }) },
  faq: { get: open({ id: 'faq' }) },
  content: {
    slider: open({ id: 'no-such-slider' }, 404),
    menu: open({ id: 'no-such-menu' }, 404),
    video: open({ path: 'uploads/none.mp4' }),
    template: open({ id: 'Page' }),
    page: open({ id: 'about', path: '/about' }),
    templateBoth: open({ path: '/' }),
    // Every caller needs a preview token.
    previewSection: open({ token: 'none', path: '/', component: 'Divider' }, 404),
  },
  product: {
    grid: open({ source: 'newest' }),
    category: open({ id: 'ceramics' }),
    collection: open({ id: 'no-such-collection' }, 404),
    filters: open({ id: 'ceramics', type: 'category' }),
    single: open({ id: 'veranda-planter' }),
    related: open({ id: 'veranda-planter' }),
  },
  category: { grid: open({ source: 'top' }), all: open() },
  tag: { all: open() },
  shop: { listing: open({ id: 'shop-online' }) },
  search: { suggest: open({ query: 'mug' }), products: open({ query: 'mug' }) },
  cart: {
    get: cart(),
    addItem: cart(({ product_id }) => ({ product_id })),
    updateQty: cart((own) => ({ ...line(own), quantity: 2 })),
    removeItem: cart(line),
    updateAddress: cart(() => ({ address_type: 'Shipping', city: 'Mysuru' })),
    updateContact: cart(() => ({ email: 'new-contact@example.com' })),
    updateShippingMode: cart(() => ({ shipping_method: 'standard' })),
    updatePaymentMode: cart(() => ({ payment_method: 'cod' })),
    chooseGift: cart(() => ({ promotion_id: 1, product_id: 1 })),
    updateItemsPrice: cart(),
    update: cart(({ item_id }) => ({ items: [{ item_id, quantity: 2 }] })),
    couponsGet: cart(),
    couponsApply: cart(() => ({ code: 'NO-SUCH-CODE' })),
    couponsRemove: cart(),
    validate: cart(),
    validateAddress: cart(),
    validateStock: cart(),
  },
  delivery: { estimate: cart(() => ({ postcode: '560001' })) },
  checkout: {
    placeOrder: cart(() => ({ version: 1, idempotency_key: crypto.randomUUID() })),
    // A cash-on-delivery order has no payment to continue.
    processPayment: order({}, 409),
    completePayment: order({ payment_id: 'no-such-payment' }, 404),
    rateExperience: order({ rating: 5 }),
    complete: order({ type: 'cod' }),
  },
  auth: {
    login: open({ email: 'nobody@example.com', password: 'wrong-Kanne' }, 401),
    register: open({}, 422),
    otpRequest: open({ input: 'no phone' }, 422),
    otpVerify: open({ input: '9000000001', otp: '1234' }, 401),
    reset: open({ email: 'nobody@example.com' }),
    validateReset: open({ email: 'nobody@example.com', token: 'no-such-token' }, 409),
    resetComplete: open(
      {
        email: 'nobody@example.com',
        token: 'no-such-token',
        password: 'a-new-Kanne-72',
        password_confirmation: 'a-new-Kanne-72',
      },
      409,
    ),
    logout: open(),
  },
  account: {
    get: customer(),
    updateProfile: customer({ first_name: 'Somebody', last_name: 'Else' }),
    updateMailPreferences: customer({ marketing_opt_in: true }),
    updatePassword: customer(({ password }) => ({
      current_password: password,
      password: 'a-new-Kanne-72',
      password_confirmation: 'a-new-Kanne-72',
    })),
    otpGenerate: customer(({ phone }) => ({ input: phone, type: 'phone' })),
    otpVerify: customer(({ phone }) => ({ input: phone, otp: '0000', type: 'phone' }), 401),
    accessLogs: customer(),
    deleteSession: ownRecord(({ session_id }) => session_id),
    sessions: customer(),
    endOtherSessions: customer(),
    emailGenerate: customer(),
    emailVerify: customer({ token: 'no-such-token' }, 409),
    reauthenticateGenerate: customer({}, 409),
    reauthenticate: customer(({ password }) => ({ password })),
    export: customer({}, 409),
    deleteAccount: customer({}, 409),
  },
  passkeys: {
    list: customer(),
    registerOptions: customer(({ password }) => ({ current_password: password })),
    register: customer({ name: 'Phone', response: {} }, 401),
    remove: ownRecord(({ passkey_id }) => passkey_id),
    loginOptions: open(),
    login: open({ response: {} }, 401),
  },
  address: {
    all: customer(),
    add: customer(addressInput),
    update: ownRecord(({ address_id }) => address_id, { city: 'Mysuru' }),
    remove: ownRecord(({ address_id }) => address_id),
  },
  track: {
    order: {
      kind: 'record',
      bearer: true,
      input: ({ track_token }) => ({ token: track_token }),
      // The number of one order with the key of another.
      foreign: ({ order }, { track_token }) => ({
        token: order.order_no + track_token.slice(track_token.indexOf('.')),
      }),
      unknown: ({ track_token }) => ({ token: `SF-999999999${track_token.slice(track_token.indexOf('.'))}` }),
      answers: 200,
    },
    shipment: open({ waybill: 'WB-NO-SUCH-PARCEL' }, 404),
  },
  orders: {
    get: customer(),
    item: byNumber(),
    invoice: byNumber({}, 409),
    creditNote: byNumber({ refund_no: 'RF-0' }, 409),
    returnLabel: byNumber({ refund_no: 'RF-0' }, 409),
    cancel: byNumber({ reason: 'changed_mind' }),
    answerChange: byNumber({ change_id: 999_999_999, accepts: true }, 409),
    refundRequest: byNumber({ items: [{ item_id: 1, quantity: 1, reason: 'damaged' }] }, 409),
    payout: byNumber({ payout: { kind: 'upi', upi_id: 'asha@bank' } }, 409),
  },
}
