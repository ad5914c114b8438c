export type Detector = {
  /** Its patch is `tests/detectors/{name}.patch`. */
  name: string
  /** The defect that the patch introduces. */
  plants: string
  /** The test file that must fail, and the start of the test's title. */
  file: string
  test: string
  environment?: Record<string, string>
}

const races = 'tests/races/races.test.ts'
const storm = { file: 'tests/faults/faults.test.ts', test: 'no acknowledged order is lost' }

/** Typical shop defects, each with the test that must detect it. `npm run detectors` introduces them in turn. Issue C, proof. */
export const detectors: readonly Detector[] = [
  {
    name: 'stock-read-then-written',
    plants: 'Stock is read, compared and written back',
    file: races,
    test: 'place-order sells the last unit once',
  },
  {
    name: 'coupon-counted-first',
    plants: 'Coupon uses are counted, not reserved by a conditional update',
    file: races,
    test: 'place-order grants a single-use coupon once',
    environment: { RACES_ROUNDS: '5' },
  },
  {
    name: 'promotion-beyond-its-budget',
    plants: 'A promotion counts while any of its budget is left',
    file: races,
    test: 'place-order keeps limit and budget of promotions',
  },
  {
    name: 'cart-not-held',
    plants: 'The cart is not locked while its order is placed',
    file: races,
    test: 'place-order creates one order when',
  },
  {
    name: 'version-not-compared',
    plants: 'The order uses the current cart, not the version that the shopper saw',
    file: races,
    test: 'place-order stays consistent',
    environment: { RACES_ROUNDS: '5' },
  },
  {
    name: 'order-number-from-the-highest',
    plants: 'The order number is the highest number plus one',
    file: races,
    test: 'place-order gives each of 50 concurrent buyers',
  },
  {
    name: 'event-taken-in-twice',
    plants: 'A payment event counts each time it is delivered',
    file: races,
    test: 'a payment is recorded once',
  },
  {
    name: 'signature-not-checked',
    plants: 'A payment event is accepted without a valid signature',
    ...storm,
    environment: { FAULTS_CHECKOUTS: '24', FAULTS_APP_KILLS: '0', FAULTS_DATABASE_KILLS: '0' },
  },
  {
    name: 'commit-not-waited-for',
    plants: 'The database acknowledges a commit before it is on disk',
    ...storm,
    environment: { FAULTS_CHECKOUTS: '24', FAULTS_APP_KILLS: '0', FAULTS_DATABASE_KILLS: '5' },
  },
  {
    name: 'message-not-claimed',
    plants: 'A message is not claimed while it is being sent',
    file: 'src/server/platform/notify/send-outbox.test.ts',
    test: 'concurrent senders send each message once',
  },
  {
    name: 'mail-before-commit',
    plants: 'Mail and SMS are queued outside the order’s transaction',
    file: 'src/server/commerce/checkout/place-order.test.ts',
    test: 'a failure just before the commit leaves no change',
  },
  {
    name: 'key-kept-after-commit',
    plants: 'The idempotency key is stored after the order’s transaction',
    file: 'src/server/commerce/checkout/place-order.test.ts',
    test: 'twenty simultaneous requests with the same key',
  },
  {
    name: 'amount-not-compared',
    plants: 'The paid amount is not compared with the amount due',
    file: 'src/server/commerce/gateways/stripe/stripe.test.ts',
    test: 'a payment of another amount pays nothing',
  },
  {
    name: 'any-answer-is-a-refund',
    plants: 'Any response to a refund request counts as a refund',
    file: 'src/server/commerce/gateways/stripe/stripe.test.ts',
    test: 'an invalid response to a refund',
  },
  {
    name: 'refund-above-what-was-paid',
    plants: 'A refund may exceed the paid amount',
    file: 'src/server/commerce/gateways/refunds.test.ts',
    test: 'simultaneous refunds never exceed',
  },
  {
    name: 'allowance-above-the-rest',
    plants: 'Earlier refunds by hand do not lower the amount that may still be refunded',
    file: 'src/server/admin/give-back.test.ts',
    test: 'random sequences of allowances',
  },
  {
    name: 'hold-not-given-back',
    plants: 'An unpaid order keeps its stock',
    file: 'src/server/commerce/payments/late-money.test.ts',
    test: 'an order unpaid for fifteen minutes',
  },
  {
    name: 'tax-rounded-by-order',
    plants: 'Tax is rounded once per order, not per line',
    file: 'src/server/commerce/cart/random-carts.test.ts',
    test: 'random carts',
  },
  {
    name: 'pattern-of-quadratic-time',
    plants: 'The path of a request is read by a regular expression of quadratic time',
    file: 'scripts/regex/patterns.test.ts',
    test: 'no regular expression of the shop grows faster',
  },
]
