import { expect, test } from 'vitest'
import { type Evidence, judge } from './judge.ts'
import type { Story } from './shopper.ts'

/** One shopper at the door, one who paid first, and one whose money went back: as it should be. */
function fineEvidence() {
  const plan = {
    number: 1,
    product_id: 7,
    quantity: 1,
    method: 'cod',
    hasCoupon: false,
    pays: 'comes back',
    pressesTwice: false,
  } as const
  const story = (number: number, order_id: number, amount: number | null): Story => ({
    plan: { ...plan, number },
    email: `shopper${number}@example.com`,
    orders: [{ key: `key ${number}`, order_id, order_no: `SF-${order_id}`, token: 't', amount }],
    refusal: null,
    toldPaid: amount === null ? [] : [order_id],
    toldReturned: [],
    isLeftInTheDark: false,
    seen: [{ order_id, status: 'placed', payment_status: amount === null ? 'pending' : 'paid' }],
  })
  const order = (id: number, payment_method: string, status = 'placed') => ({
    id,
    order_no: `SF-${id}`,
    email: `shopper${id}@example.com`,
    status,
    payment_status: payment_method === 'cod' ? 'pending' : 'paid',
    payment_method,
    subtotal: 1_000,
    discount_total: 100,
    grand_total: 900,
    coupon_code: id === 1 ? 'STORM10' : null,
    review_reason: null,
    lines_total: 900,
    lines_discount: 100,
    times_placed: status === 'placed' ? 1 : 0,
  })
  const payment = (id: string, order_id: number, status: string) => ({
    id,
    order_id,
    gateway_payment_id: `cs_${order_id}`,
    status,
    amount: 900,
    captured_amount: 900,
    refunded_amount: status === 'surplus' ? 900 : 0,
  })
  const told = [
    { id: 1, channel: 'mail', kind: 'order_placed', order_id: 1 },
    { id: 2, channel: 'sms', kind: 'order_placed', order_id: 1 },
    { id: 3, channel: 'mail', kind: 'order_placed', order_id: 2 },
    { id: 4, channel: 'sms', kind: 'order_placed', order_id: 2 },
    { id: 5, channel: 'mail', kind: 'payment_returned:pay_3', order_id: 3 },
  ]
  return {
    stories: [story(1, 1, null), story(2, 2, 900)],
    books: {
      orders: [order(1, 'cod'), order(2, 'stripe'), order(3, 'stripe', 'cancelled')],
      payments: [payment('pay_2', 2, 'paid'), payment('pay_3', 3, 'surplus')],
      outbox: told.map((one) => ({ ...one, recipient: 'somebody', sent_at: new Date(0) })),
      stock: [{ id: 7, stock: 3, sold: 2, held: 0 }],
      coupon: { used_count: 1, usage_limit: 1, uses: 1 },
    },
    ledger: [
      {
        id: 'cs_2',
        reference: 'pay_2',
        order_no: 'SF-2',
        captured: 900,
        refunds: [] as { amount: number; key: string }[],
      },
      {
        id: 'cs_3',
        reference: 'pay_3',
        order_no: 'SF-3',
        captured: 900,
        refunds: [{ amount: 900, key: 'refund-1' }],
      },
    ],
    deliveries: told.map(({ id, channel }) => ({
      channel: channel as 'mail' | 'sms',
      id,
      recipient: 'somebody',
      words: '',
      at: 1_000 + id,
      isAnswered: true,
    })),
    kills: [{ at: 5_000 }],
    stockBefore: new Map([[7, 5]]),
  }
}

const withStoryOf3 = (evidence: ReturnType<typeof fineEvidence>) => {
  evidence.stories.push({ ...structuredClone(evidence.stories[0]!), email: 'shopper3@example.com' })
  const third = evidence.stories.at(-1)!
  third.orders = [{ key: 'key 3', order_id: 3, order_no: 'SF-3', token: 't', amount: 900 }]
  third.seen = []
  return third
}

test('where everything is as it should be the judge finds nothing', () => {
  const evidence = fineEvidence()
  withStoryOf3(evidence)
  expect(judge(evidence satisfies Evidence)).toEqual([])
})

type Spoil = (evidence: ReturnType<typeof fineEvidence>) => unknown

test.each<[string, Spoil]>([
  ['Order SF-1 of Shopper 1 is lost', ({ books }) => books.orders.shift()],
  [
    'was acknowledged and is cancelled',
    ({ books }) => Object.assign(books.orders[0]!, { status: 'cancelled' }),
  ],
  [
    'got two orders for one key',
    ({ stories }) => stories[0]!.orders.push({ ...stories[0]!.orders[0]!, order_id: 9 }),
  ],
  [
    'has 2 orders of one cart',
    ({ books }) => books.orders.push({ ...books.orders[0]!, id: 4, order_no: 'SF-4' }),
  ],
  ['was never told of order SF-1', ({ stories }) => stories[0]!.orders.pop()],
  ['never had an answer', ({ stories }) => Object.assign(stories[0]!, { isLeftInTheDark: true })],
  [
    'was refused with ALREADY_ORDERED',
    ({ stories }) => Object.assign(stories[0]!, { refusal: 'ALREADY_ORDERED' }),
  ],
  ['costs another sum', ({ stories }) => Object.assign(stories[1]!.orders[0]!, { amount: 899 })],
  [
    'was told that order 2 is paid',
    ({ books }) => Object.assign(books.orders[1]!, { payment_status: 'pending' }),
  ],
  ['was placed 2 times', ({ books }) => Object.assign(books.orders[0]!, { times_placed: 2 })],
  ['do not add up', ({ books }) => Object.assign(books.orders[0]!, { lines_total: 901 })],
  ['is placed, and nobody has paid', ({ ledger }) => ledger.shift()],
  ['the shop knows nothing of it', ({ books }) => books.payments.pop()],
  [
    '1800 went back, and only 900 had come',
    ({ ledger }) => ledger[1]!.refunds.push({ amount: 900, key: 'refund-2' }),
  ],
  ['0 went back; the books say 900', ({ ledger }) => ledger[1]!.refunds.pop()],
  [
    'still waits for its payment',
    ({ books }) => Object.assign(books.orders[2]!, { status: 'pending_payment' }),
  ],
  ['6 were sold, and 5 were there', ({ books }) => Object.assign(books.stock[0]!, { sold: 6, stock: -1 })],
  ['and 4 are left', ({ books }) => Object.assign(books.stock[0]!, { stock: 4 })],
  ['are held, and nobody is paying', ({ books }) => Object.assign(books.stock[0]!, { held: 1, stock: 2 })],
  ['A coupon for 1 was used 2 times', ({ books }) => Object.assign(books.coupon, { used_count: 2 })],
  ['The mail of order SF-1 arrived 0 times', ({ deliveries }) => deliveries.shift()],
  ['The sms of order SF-2 arrived 2 times', sendAnother],
  ['was sent 2 times without need', ({ deliveries }) => deliveries.push({ ...deliveries[0]!, at: 1_500 })],
  [
    'tells of something that never happened',
    ({ deliveries }) => deliveries.push({ ...deliveries[0]!, id: 99 }),
  ],
  ['which was never placed', ({ books }) => books.outbox.push({ ...books.outbox[0]!, id: 9, order_id: 3 })],
  ['that payment pay_3 goes back arrived 0 times', ({ deliveries }) => deliveries.pop()],
])('the judge sees that something is wrong: %s', (words, spoil) => {
  const evidence = fineEvidence()
  withStoryOf3(evidence)
  spoil(evidence)
  expect(judge(evidence).join('\n')).toContain(words)
})

/** A second message of the same news, under an id of its own. */
function sendAnother({ books, deliveries }: ReturnType<typeof fineEvidence>) {
  books.outbox.push({ ...books.outbox[3]!, id: 8 })
  deliveries.push({ ...deliveries[3]!, id: 8 })
}

test('a message that came again after its answer was lost, or after a kill, is nobody’s fault', () => {
  const evidence = fineEvidence()
  withStoryOf3(evidence)
  const [mail, sms] = evidence.deliveries as [Evidence['deliveries'][number], Evidence['deliveries'][number]]
  evidence.deliveries.push({ ...sms, at: 6_000 } as never)
  Object.assign(mail, { isAnswered: false })
  evidence.deliveries.push({ ...mail, at: 1_500, isAnswered: true } as never)

  expect(judge(evidence)).toEqual([])
})
