import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { capture } from '../gateways/test-gateway/ledger.ts'

const shop = withPayments(await openShop({ seed: true }))

/** A payment that the gateway has captured without notifying the shop. */
async function takenPayment(stock = 5) {
  const vase = await shop.productWith(stock)
  const shopper = await shop.guestAtPayment(vase)
  const paying = await shopper.startPaying()
  await capture(shop.db, paying.payment_id)
  const back = () => {
    const { order_id, token, payment_id } = paying
    return shopper.api.checkout.completePayment({ order_id, token, payment_id })
  }
  return { ...paying, ...shopper, vase, back }
}

async function expectPaidOnce({ order_id, payment_id }: { order_id: number; payment_id: string }) {
  expect(await shop.orderRow(order_id)).toMatchObject({
    status: 'placed',
    payment_status: 'paid',
    review_reason: null,
  })
  expect(await shop.paymentsOf(order_id)).toMatchObject([{ status: 'paid', refunded_amount: 0 }])
  expect(await shop.ledgerOf(payment_id)).toMatchObject({ captures: 1, refunded: 0 })
  expect(await shop.messagesOf(order_id)).toEqual(['mail order_placed', 'sms order_placed'])
  expect(await shop.eventsOf(order_id)).toEqual(['pending_payment', 'placed'])
}

test('a webhook before the shopper’s return pays the order once', async () => {
  const payment = await takenPayment()
  expect(await shop.send(await shop.facts(payment.payment_id))).toBe(200)
  expect((await shop.orderRow(payment.order_id)).status).toBe('placed')

  expect(await payment.back()).toMatchObject({ data: { payment_status: 'paid' } })
  await expectPaidOnce(payment)
})

test('a shopper’s return before the webhook pays the order once', async () => {
  const payment = await takenPayment()
  expect(await payment.back()).toMatchObject({ data: { payment_status: 'paid' } })

  expect(await shop.send(await shop.facts(payment.payment_id))).toBe(200)
  await expectPaidOnce(payment)
})

test('fifty simultaneous returns and webhooks make one capture, one order, one mail', async () => {
  const payment = await takenPayment()
  const facts = await shop.facts(payment.payment_id)

  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, n) =>
      n % 2 ? (await payment.back()).status : await shop.send(facts),
    ),
  )

  expect(new Set(answers)).toEqual(new Set(['success', 200]))
  await expectPaidOnce(payment)
  expect(await shop.stockOf(payment.vase)).toBe(4)
})

test('an order whose cart is deleted during the payment is paid once', async () => {
  const payment = await takenPayment()
  const facts = await shop.facts(payment.payment_id)
  const { cart_id } = await shop.orderRow(payment.order_id)
  await shop.db
    .deleteFrom('carts')
    .where('id', '=', cart_id ?? 0)
    .execute()

  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, n) =>
      n % 2 ? (await payment.back()).status : await shop.send(facts),
    ),
  )

  expect(new Set(answers)).toEqual(new Set(['success', 200]))
  await expectPaidOnce(payment)
})

test('a repeated event changes nothing, also while the first is being processed', async () => {
  const payment = await takenPayment()
  const facts = await shop.facts(payment.payment_id)
  const again = { eventId: 'evt_again' }

  const statuses = await Promise.all(Array.from({ length: 10 }, () => shop.send(facts, again)))

  expect(statuses).toEqual(Array(10).fill(200))
  await expectPaidOnce(payment)
  const stored = await shop.db
    .selectFrom('webhook_events')
    .selectAll()
    .where('event_id', '=', 'evt_again')
    .execute()
  expect(stored).toHaveLength(1)
})

test('an event with a wrong signature changes nothing', async () => {
  const payment = await takenPayment()
  const facts = await shop.facts(payment.payment_id)
  const body = JSON.stringify({ id: 'evt_1', payment: facts })

  expect(await shop.send(facts, { secret: 'guessed' })).toBe(400)
  expect(await shop.send(facts, { ageSeconds: 301 })).toBe(400)
  expect(await shop.send(facts, { ageSeconds: -301 })).toBe(400)
  expect(await shop.sendRaw(body, {})).toBe(400)
  expect(await shop.sendRaw(body, { 'x-test-gateway-signature': 't=1,v1=00' })).toBe(400)
  expect(await shop.sendRaw(body, {}, 'cod')).toBe(404)
  expect(await shop.sendRaw(body, {}, 'no-such')).toBe(404)

  expect((await shop.orderRow(payment.order_id)).status).toBe('pending_payment')
})

test('a signature is valid only for the exact bytes of its body', async () => {
  const payment = await takenPayment()
  const facts = await shop.facts(payment.payment_id)
  const { signBody } = await import('../gateways/model/signed-body.ts')
  const { webhookSecrets } = await import('../gateways/test-gateway/gateway.ts')
  const body = JSON.stringify({ id: 'evt_2', payment: facts })
  const signature = signBody(webhookSecrets(shop.services.config)[0], body)

  const tampered = body.replace(`"amount":${facts.amount}`, '"amount":1')
  expect(await shop.sendRaw(tampered, { 'x-test-gateway-signature': signature })).toBe(400)
  expect(await shop.sendRaw(`${body} `, { 'x-test-gateway-signature': signature })).toBe(400)
  expect(await shop.sendRaw(body, { 'x-test-gateway-signature': signature })).toBe(200)
})

test('an event of an unknown payment is accepted and does nothing', async () => {
  const payment = await takenPayment()
  const facts = await shop.facts(payment.payment_id)

  expect(await shop.send({ ...facts, reference: 'pay_of_another_shop' })).toBe(200)
  expect((await shop.orderRow(payment.order_id)).status).toBe('pending_payment')
})

test.each([
  ['amount', { amount: 1 }],
  ['currency', { currency: 'USD' }],
  ['order', { orderNo: 'SF-1' }],
  ['payment at the gateway', { gatewayPaymentId: 'tg_another' }],
])('another %s than the requested one pays nothing: flagged, and sent back', async (_, change) => {
  const payment = await takenPayment()
  const facts = await shop.facts(payment.payment_id)

  expect(await shop.send({ ...facts, ...change })).toBe(200)

  expect(await shop.orderRow(payment.order_id)).toMatchObject({
    status: 'payment_failed',
    payment_status: 'failed',
    review_reason: 'amount_mismatch',
  })
  const [row] = await shop.paymentsOf(payment.order_id)
  expect(row).toMatchObject({ status: 'surplus' })
  expect(row?.refunded_amount).toBe(row?.captured_amount)
  expect(await shop.stockOf(payment.vase)).toBe(5)
  expect(await shop.messagesOf(payment.order_id)).toEqual(['mail payment_returned', 'sms payment_returned'])
})

test('a failure after a success changes nothing', async () => {
  const payment = await takenPayment()
  const facts = await shop.facts(payment.payment_id)
  await shop.send(facts)

  expect(await shop.send({ ...facts, status: 'failed', failure: 'declined' })).toBe(200)
  await expectPaidOnce(payment)
})

test('a late failure of one payment does not end another open one', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(5))
  const first = await shopper.startPaying()
  const facts = await shop.facts(first.payment_id)
  await shop.letPass(first.order_id, 16)
  await shop.sweep()
  const { order_id, token } = first
  await shopper.api.checkout.processPayment({ order_id, token })

  await shop.send({ ...facts, status: 'failed', failure: 'timeout' })

  expect((await shop.orderRow(order_id)).status).toBe('pending_payment')
})

test('the hosted page can send a webhook twice, and the shop applies it once', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(5))
  const payment = await shopper.startPaying()

  await shop.choose(payment.payment_id, 'notify_twice')

  await expectPaidOnce(payment)
})

test('the hosted page accepts forms only from the shop’s own pages, and is marked as a test', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(5))
  const { payment_id, order_id } = await shopper.startPaying()

  expect((await shop.choose(payment_id, 'pay', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await shop.orderRow(order_id)).status).toBe('pending_payment')
  const page = await shop.app.inject({ url: `/test-gateway/${payment_id}` })
  expect(page.body).toContain('No money moves')
  expect(page.headers['x-robots-tag']).toBe('noindex')
  expect(await shop.choose(payment_id, '')).toEqual({
    status: 303,
    location: `/test-gateway/${payment_id}`,
  })
  expect((await shop.app.inject({ url: '/test-gateway/pay_no' })).statusCode).toBe(404)
})
