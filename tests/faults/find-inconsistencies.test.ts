import { expect, test } from 'vitest'
import { type Evidence, findInconsistencies } from './find-inconsistencies.ts'
import type { ShopperRecord } from './shopper.ts'

/** Consistent evidence: a cash-on-delivery order, a prepaid order, and a payment that was refunded. */
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
  const record = (number: number, order_id: number, amount: number | null): ShopperRecord => ({
    plan: { ...plan, number },
    email: `shopper${number}@example.com`,
    orders: [{ key: `key ${number}`, order_id, order_no: `SF-${order_id}`, token: 't', amount }],
    refusal: null,
    shownPaid: amount === null ? [] : [order_id],
    shownRefunded: [],
    hasTimedOut: false,
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
    given: (id === 1 ? { Storm: 50 } : {}) as Record<string, number>,
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
  const messages = [
    { id: 1, channel: 'mail', kind: 'order_placed', order_id: 1 },
    { id: 2, channel: 'sms', kind: 'order_placed', order_id: 1 },
    { id: 3, channel: 'mail', kind: 'order_placed', order_id: 2 },
    { id: 4, channel: 'sms', kind: 'order_placed', order_id: 2 },
    { id: 5, channel: 'mail', kind: 'payment_returned:pay_3', order_id: 3 },
  ]
  return {
    records: [record(1, 1, null), record(2, 2, 900)],
    shopState: {
      orders: [order(1, 'cod'), order(2, 'stripe'), order(3, 'stripe', 'cancelled')],
      payments: [payment('pay_2', 2, 'paid'), payment('pay_3', 3, 'surplus')],
      outbox: messages.map((one) => ({ ...one, recipient: 'shopper@example.com', sent_at: new Date(0) })),
      stock: [{ id: 7, stock: 3, sold: 2, held: 0 }],
      pieces: [
        { variation_id: 7, location_id: 1, level: 0, pieces: 2 },
        { variation_id: 7, location_id: 2, level: 3, pieces: 3 },
      ],
      coupon: { used_count: 1, usage_limit: 1, uses: 1 },
      promotions: [
        { name: 'Storm', used_count: 1, usage_limit: 1, spent: 50, budget: null, uses: 1, given: 50 },
        { name: 'Storm budget', used_count: 0, usage_limit: null, spent: 0, budget: 70, uses: 0, given: 0 },
      ],
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
    deliveries: messages.map(({ id, channel }) => ({
      channel: channel as 'mail' | 'sms',
      id,
      recipient: 'shopper@example.com',
      summary: '',
      at: 1_000 + id,
      isAnswered: true,
    })),
    kills: [{ at: 5_000 }],
    stockBefore: new Map([[7, 5]]),
    piecesBefore: [
      { variation_id: 7, location_id: 1, level: 2, pieces: 2 },
      { variation_id: 7, location_id: 2, level: 3, pieces: 3 },
    ],
  }
}

const withRecordOf3 = (evidence: ReturnType<typeof fineEvidence>) => {
  evidence.records.push({ ...structuredClone(evidence.records[0]!), email: 'shopper3@example.com' })
  const third = evidence.records.at(-1)!
  third.orders = [{ key: 'key 3', order_id: 3, order_no: 'SF-3', token: 't', amount: 900 }]
  third.seen = []
  return third
}

test('findInconsistencies returns nothing when all records agree', () => {
  const evidence = fineEvidence()
  withRecordOf3(evidence)
  expect(findInconsistencies(evidence satisfies Evidence)).toEqual([])
})

type Spoil = (evidence: ReturnType<typeof fineEvidence>) => unknown

test.each<[string, Spoil]>([
  ['Order SF-1 of Shopper 1 is lost', ({ shopState }) => shopState.orders.shift()],
  [
    'was acknowledged and is cancelled',
    ({ shopState }) => Object.assign(shopState.orders[0]!, { status: 'cancelled' }),
  ],
  [
    'got two orders for one key',
    ({ records }) => records[0]!.orders.push({ ...records[0]!.orders[0]!, order_id: 9 }),
  ],
  [
    'has 2 orders of one cart',
    ({ shopState }) => shopState.orders.push({ ...shopState.orders[0]!, id: 4, order_no: 'SF-4' }),
  ],
  ['got no reply about order SF-1', ({ records }) => records[0]!.orders.pop()],
  ['got no final reply', ({ records }) => Object.assign(records[0]!, { hasTimedOut: true })],
  [
    'was refused with ALREADY_ORDERED',
    ({ records }) => Object.assign(records[0]!, { refusal: 'ALREADY_ORDERED' }),
  ],
  ['has another amount', ({ records }) => Object.assign(records[1]!.orders[0]!, { amount: 899 })],
  [
    'saw order 2 as paid',
    ({ shopState }) => Object.assign(shopState.orders[1]!, { payment_status: 'pending' }),
  ],
  ['was placed 2 times', ({ shopState }) => Object.assign(shopState.orders[0]!, { times_placed: 2 })],
  ['do not add up', ({ shopState }) => Object.assign(shopState.orders[0]!, { lines_total: 901 })],
  ['is placed without a payment', ({ ledger }) => ledger.shift()],
  ['is unknown to the shop', ({ shopState }) => shopState.payments.pop()],
  ['was refunded 1800 of 900', ({ ledger }) => ledger[1]!.refunds.push({ amount: 900, key: 'refund-2' })],
  ['was refunded 0; the database says 900', ({ ledger }) => ledger[1]!.refunds.pop()],
  [
    'still waits for its payment',
    ({ shopState }) => Object.assign(shopState.orders[2]!, { status: 'pending_payment' }),
  ],
  ['6 were sold of 5', ({ shopState }) => Object.assign(shopState.stock[0]!, { sold: 6, stock: -1 })],
  ['location 1: -1 are left', ({ shopState }) => Object.assign(shopState.pieces[0]!, { level: -1 })],
  [
    'location 2: 3 at the start, 4 are',
    ({ shopState }) => Object.assign(shopState.pieces[1]!, { pieces: 4 }),
  ],
  ['4 are left', ({ shopState }) => Object.assign(shopState.stock[0]!, { stock: 4 })],
  [
    'are held without an open payment',
    ({ shopState }) => Object.assign(shopState.stock[0]!, { held: 1, stock: 2 }),
  ],
  [
    'Storm counts 1 uses of 100, lists 1 of 50, and 1 orders have 50 of it',
    ({ shopState }) => Object.assign(shopState.promotions[0]!, { spent: 100 }),
  ],
  [
    'Storm for 1 orders was used 2',
    ({ shopState }) => Object.assign(shopState.promotions[0]!, { used_count: 2 }),
  ],
  [
    'Storm budget with a budget of 70 gave 71',
    ({ shopState }) => Object.assign(shopState.promotions[1]!, { spent: 71 }),
  ],
  ['A coupon for 1 was used 2 times', ({ shopState }) => Object.assign(shopState.coupon, { used_count: 2 })],
  ['The mail of order SF-1 arrived 0 times', ({ deliveries }) => deliveries.shift()],
  ['The sms of order SF-2 arrived 2 times', sendAnother],
  ['was sent 2 times without need', ({ deliveries }) => deliveries.push({ ...deliveries[0]!, at: 1_500 })],
  ['has no message in the outbox', ({ deliveries }) => deliveries.push({ ...deliveries[0]!, id: 99 })],
  [
    'which was never placed',
    ({ shopState }) => shopState.outbox.push({ ...shopState.outbox[0]!, id: 9, order_id: 3 }),
  ],
  ['about the refund of payment pay_3 arrived 0 times', ({ deliveries }) => deliveries.pop()],
])('findInconsistencies reports "%s"', (message, spoil) => {
  const evidence = fineEvidence()
  withRecordOf3(evidence)
  spoil(evidence)
  expect(findInconsistencies(evidence).join('\n')).toContain(message)
})

/** Adds a second message about the same event, under its own id. */
function sendAnother({ shopState, deliveries }: ReturnType<typeof fineEvidence>) {
  shopState.outbox.push({ ...shopState.outbox[3]!, id: 8 })
  deliveries.push({ ...deliveries[3]!, id: 8 })
}

test('findInconsistencies accepts a repeated message after a lost reply or a killed process', () => {
  const evidence = fineEvidence()
  withRecordOf3(evidence)
  const [mail, sms] = evidence.deliveries as [Evidence['deliveries'][number], Evidence['deliveries'][number]]
  evidence.deliveries.push({ ...sms, at: 6_000 } as never)
  Object.assign(mail, { isAnswered: false })
  evidence.deliveries.push({ ...mail, at: 1_500, isAnswered: true } as never)

  expect(findInconsistencies(evidence)).toEqual([])
})
