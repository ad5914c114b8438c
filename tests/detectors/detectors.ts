export type Detector = {
  /** Its patch is `tests/detectors/{name}.patch`. */
  name: string
  /** What the patch plants. */
  plants: string
  /** What must fail then: a test file, and the test in it. */
  file: string
  test: string
  environment?: Record<string, string>
}

const races = 'tests/races/races.test.ts'
const storm = { file: 'tests/faults/faults.test.ts', test: 'shoppers in a storm' }

/** Bugs as shops have them, each with what has to find it. `npm run detectors` plants one after the other. Issue C, proof. */
export const detectors: readonly Detector[] = [
  {
    name: 'stock-read-then-written',
    plants: 'Stock is read, compared and written back',
    file: races,
    test: 'the last unit and 50 buyers',
  },
  {
    name: 'coupon-counted-first',
    plants: 'The uses of a coupon are counted, not taken by a condition on its row',
    file: races,
    test: 'a coupon for one and 30 buyers',
    environment: { RACES_ROUNDS: '5' },
  },
  {
    name: 'cart-not-held',
    plants: 'The cart is not locked while it is ordered',
    file: races,
    test: 'one cart placed 20 times at once',
  },
  {
    name: 'version-not-compared',
    plants: 'The order is of the cart as it is, not as it was seen',
    file: races,
    test: 'an order against an add, a removal and a coupon',
    environment: { RACES_ROUNDS: '5' },
  },
  {
    name: 'order-number-from-the-highest',
    plants: 'The order number is the highest plus one',
    file: races,
    test: 'as many pieces as buyers',
  },
  {
    name: 'event-taken-in-twice',
    plants: 'A payment event counts as often as it comes',
    file: races,
    test: '100 returns and events of one payment at once',
  },
  {
    name: 'signature-not-checked',
    plants: 'A payment event is believed without its signature',
    ...storm,
    environment: { FAULTS_CHECKOUTS: '24', FAULTS_APP_KILLS: '0', FAULTS_DATABASE_KILLS: '0' },
  },
  {
    name: 'commit-not-waited-for',
    plants: 'The database says yes before a commit is on disk',
    ...storm,
    environment: { FAULTS_CHECKOUTS: '24', FAULTS_APP_KILLS: '0', FAULTS_DATABASE_KILLS: '5' },
  },
  {
    name: 'message-not-claimed',
    plants: 'A message is nobody’s while it is being sent',
    file: 'src/server/notify/send-outbox.test.ts',
    test: 'each message goes out once',
  },
  {
    name: 'mail-before-commit',
    plants: 'Mail and SMS are queued beside the order’s transaction',
    file: 'src/server/checkout/place-order.test.ts',
    test: 'a failure just before the commit leaves nothing behind',
  },
  {
    name: 'key-kept-after-commit',
    plants: 'The idempotency key is kept after the order’s transaction',
    file: 'src/server/checkout/place-order.test.ts',
    test: 'the same key twenty times at once',
  },
  {
    name: 'amount-not-compared',
    plants: 'What was paid is not compared with what was to be paid',
    file: 'src/server/payments/stripe/stripe.test.ts',
    test: 'another amount than was asked for',
  },
  {
    name: 'any-answer-is-a-refund',
    plants: 'Any answer to a refund counts as one',
    file: 'src/server/payments/stripe/stripe.test.ts',
    test: 'an answer to a refund that is none',
  },
  {
    name: 'refund-above-what-was-paid',
    plants: 'A refund is not held to what was paid',
    file: 'src/server/payments/refunds.test.ts',
    test: 'never more goes back than came',
  },
  {
    name: 'hold-not-given-back',
    plants: 'An order that nobody paid keeps its stock',
    file: 'src/server/payments/late-money.test.ts',
    test: 'after fifteen minutes without payment',
  },
  {
    name: 'tax-rounded-by-order',
    plants: 'Tax is rounded once for the order, not by line',
    file: 'src/server/cart/random-carts.test.ts',
    test: 'random carts',
  },
]
