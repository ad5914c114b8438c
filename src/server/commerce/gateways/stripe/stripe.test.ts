import { expect, test } from 'vitest'
import type { GatewayRequest, Trouble } from '#harness/gateways/gateway-server.ts'
import { startStripeServer } from '#harness/gateways/stripe-server.ts'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { offerGateways } from '#server/commerce/gateways/offer-gateways.ts'
import { carryOutRefunds } from '#server/commerce/gateways/refunds.ts'

let trouble: (requested: GatewayRequest) => Trouble = () => 'none'
const stripe = await startStripeServer({ troubleOf: (requested) => trouble(requested) })
const opened = await openShop({ seed: true, gateways: { stripe: stripe.keys } })
const shop = withPayments(opened)
await offerGateways(shop.db, shop.services.config)

const payingGuest = (stock?: number) => shop.payingGuest('stripe', stock)

const sendEvent = (payload: string, how?: Parameters<typeof stripe.headersFor>[1]) =>
  shop.sendRaw(payload, stripe.headersFor(payload, how), 'stripe')

test('exactly the order’s amount is requested from Stripe, and the shopper goes to its page by a link', async () => {
  const { order_id, token, payment_id, amount, api } = await payingGuest()
  const session = stripe.sessionOf(payment_id)

  expect(session).toMatchObject({ amount_total: amount, currency: 'inr' })
  expect(session.metadata.order_no).toBe((await shop.orderRow(order_id)).order_no)
  expect(session.success_url).toBe(
    `https://shop.example.com/checkout-complete?order_id=${order_id}&token=${token}&type=stripe`,
  )
  expect(session.cancel_url).toBe(
    `https://shop.example.com/checkout-failed?order_id=${order_id}&token=${token}`,
  )
  expect(ok(await api.checkout.processPayment({ order_id, token }))).toMatchObject({
    payment_id,
    action: { type: 'redirect', method: 'GET', url: session.url },
  })
})

test('a returning shopper followed by the event pays the order once', async () => {
  const { order_id, payment_id, back } = await payingGuest()
  expect(await back()).toMatchObject({ data: { payment_status: 'requires_action' } })
  stripe.pay(payment_id)

  expect(await back()).toMatchObject({ data: { payment_status: 'paid' } })
  expect(await sendEvent(stripe.eventOf(payment_id))).toBe(200)
  await shop.expectPaidOnce(order_id)
})

test('a repeated event followed by the shopper pays the order once', async () => {
  const { order_id, payment_id, back } = await payingGuest()
  stripe.pay(payment_id)
  const event = stripe.eventOf(payment_id)

  expect(await Promise.all([sendEvent(event), sendEvent(event), sendEvent(event)])).toEqual([200, 200, 200])
  expect(await back()).toMatchObject({ data: { payment_status: 'paid' } })
  await shop.expectPaidOnce(order_id)
})

test('a lost response of Stripe starts no second payment', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(5), 'stripe')
  const { order_id, token } = ok(await shopper.order())
  stripe.loseAnswers(2)
  const before = stripe.sessions.size

  expect(await shopper.api.checkout.processPayment({ order_id, token })).toMatchObject({
    code: 'PAYMENT_UNAVAILABLE',
  })
  const { payment_id } = ok(await shopper.api.checkout.processPayment({ order_id, token }))

  expect(stripe.sessions.size - before).toBe(1)
  expect(stripe.sessionOf(payment_id).status).toBe('open')
})

test('an unreachable Stripe leaves the payment undecided until it replies again', async () => {
  const { order_id, payment_id, back } = await payingGuest()
  stripe.pay(payment_id)
  stripe.loseAnswers(2)

  expect(await back()).toMatchObject({ data: { payment_status: 'requires_action' } })
  expect(await back()).toMatchObject({ data: { payment_status: 'paid' } })
  await shop.expectPaidOnce(order_id)
})

test.each(['null', '[]', '{}', '1', '"paid"', '', 'paid'])(
  'a signed body that is no event, %s, is refused as a bad request',
  async (body) => {
    expect(await sendEvent(body)).toBe(400)
  },
)

test('an unsigned, outdated or future event changes nothing', async () => {
  const { order_id, payment_id } = await payingGuest()
  stripe.pay(payment_id)
  const event = stripe.eventOf(payment_id)

  expect(await sendEvent(event, { secret: 'whsec_guessed' })).toBe(400)
  expect(await sendEvent(event, { ageSeconds: 301 })).toBe(400)
  expect(await sendEvent(event, { ageSeconds: -310 })).toBe(400)
  expect(await shop.sendRaw(event, {}, 'stripe')).toBe(400)
  expect(await shop.sendRaw(`${event} `, stripe.headersFor(event), 'stripe')).toBe(400)
  expect((await shop.orderRow(order_id)).status).toBe('pending_payment')

  // The older of two secrets, during a rotation.
  expect(await sendEvent(event, { secret: 'whsec_old0123456789' })).toBe(200)
  await shop.expectPaidOnce(order_id)
})

test('an event of no interest is accepted, so that Stripe does not send it again', async () => {
  const { order_id, payment_id } = await payingGuest()
  stripe.pay(payment_id)

  expect(await sendEvent(stripe.eventOf(payment_id, 'payment_intent.succeeded'))).toBe(200)
  expect((await shop.orderRow(order_id)).status).toBe('pending_payment')
})

test('a payment of another amount pays nothing and is refunded by Stripe, once', async () => {
  const { order_id, payment_id, amount, back } = await payingGuest()
  stripe.pay(payment_id, amount - 1)

  expect(await back()).toMatchObject({ code: 'PAYMENT_RETURNED' })
  expect(await shop.orderRow(order_id)).toMatchObject({ review_reason: 'amount_mismatch' })
  await shop.pool.query(
    `update payment_refunds set status = 'due', next_attempt_at = now() where payment_id = $1`,
    [payment_id],
  )
  await carryOutRefunds(shop.services)

  const { payment_intent } = stripe.sessionOf(payment_id)
  expect(stripe.refunds.filter((one) => one.payment_intent === payment_intent)).toMatchObject([
    { amount: amount - 1 },
  ])
})

test('a delayed payment method stays pending, and its failure fails the order', async () => {
  const { order_id, payment_id, back, vase } = await payingGuest(1)
  stripe.payLater(payment_id, 'processing')
  expect(await back()).toMatchObject({ data: { payment_status: 'processing' } })

  stripe.payLater(payment_id, 'requires_payment_method')
  expect(await sendEvent(stripe.eventOf(payment_id, 'checkout.session.async_payment_failed'))).toBe(200)

  expect((await shop.orderRow(order_id)).status).toBe('payment_failed')
  expect(await shop.stockOf(vase)).toBe(1)
  expect(await back()).toMatchObject({ code: 'PAYMENT_FAILED', data: { failure: 'declined' } })
})

test('an expired payment is closed at Stripe, so that the shopper cannot pay for stock that is not held', async () => {
  const { order_id, payment_id } = await payingGuest()
  await shop.letPass(order_id, 16)
  await shop.sweep()
  await shop.sweep()

  expect(stripe.sessionOf(payment_id).status).toBe('expired')
  expect((await shop.orderRow(order_id)).status).toBe('payment_failed')
})

test('without keys Stripe is not offered, and its webhook answers 404', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  const codes = async () => ok(await shopper.api.cart.get()).cart_payment_methods.map(({ code }) => code)
  expect(await codes()).toEqual(['stripe', 'test_gateway', 'cod', 'bank_transfer'])

  await offerGateways(shop.db, { mode: 'test' })
  expect(await codes()).toEqual(['test_gateway', 'cod', 'bank_transfer'])
  await offerGateways(shop.db, shop.services.config)
  expect(await codes()).toContain('stripe')
})

test('an invalid response to a refund is retried until Stripe has made the refund', async () => {
  const { payment_id, amount, back } = await payingGuest()
  stripe.pay(payment_id, amount - 1)
  const { payment_intent } = stripe.sessionOf(payment_id)
  trouble = ({ method, path }) => (method === 'POST' && path === '/v1/refunds' ? 'rubbish' : 'none')
  expect(await back()).toMatchObject({ code: 'PAYMENT_RETURNED' })

  for (let attempt = 0; attempt < 8; attempt++) {
    const { rows } = await shop.pool.query('select status from payment_refunds where payment_id = $1', [
      payment_id,
    ])
    const made = stripe.refunds.filter((one) => one.payment_intent === payment_intent)
    expect(made).toHaveLength(rows[0].status === 'done' ? 1 : Math.min(made.length, 1))
    if (attempt === 6) trouble = () => 'none'
    await shop.pool.query('update payment_refunds set next_attempt_at = now() where payment_id = $1', [
      payment_id,
    ])
    await carryOutRefunds(shop.services)
  }
  expect(stripe.refunds.filter((one) => one.payment_intent === payment_intent)).toHaveLength(1)
})

test('an invalid response to a start starts no payment, and a retry finds the payment', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(5), 'stripe')
  const { order_id, token } = ok(await shopper.order())
  trouble = () => 'rubbish'
  for (let attempt = 0; attempt < 6; attempt++)
    expect(await shopper.api.checkout.processPayment({ order_id, token })).toMatchObject({
      code: 'PAYMENT_UNAVAILABLE',
    })
  trouble = () => 'none'

  const { payment_id } = ok(await shopper.api.checkout.processPayment({ order_id, token }))
  expect(stripe.sessionOf(payment_id).status).toBe('open')
})

test('staff test the keys of Stripe and of the test gateway, at most ten times in ten minutes', async () => {
  const { admin, id: staffId } = await signedInStaff(opened, 'manager')
  const { data } = ok(await admin.adminPaymentMethods.list({ per_page: 100 }))
  const idOf = (code: string) => data.find((method) => method.code === code)?.id ?? 0
  expect(
    data
      .filter(({ can_check }) => can_check)
      .map(({ code }) => code)
      .sort(),
  ).toEqual(['stripe', 'test_gateway'])
  for (const code of ['stripe', 'test_gateway'])
    expect(ok(await admin.adminPaymentMethods.check({ id: idOf(code) }))).toEqual({ result: 'works' })
  expect(await admin.adminPaymentMethods.check({ id: idOf('cod') })).toMatchObject({
    code: 'NO_PAYMENT_KEYS',
  })
  const entry = await shop.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('staff_id', '=', staffId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(entry).toEqual({
    action: 'payment_method.check',
    after: { gateway: 'test_gateway', result: 'works' },
  })
  for (let at = 0; at < 7; at += 1) ok(await admin.adminPaymentMethods.check({ id: idOf('test_gateway') }))
  expect(await admin.adminPaymentMethods.check({ id: idOf('test_gateway') })).toMatchObject({
    code: 'RATE_LIMITED',
  })
  const { admin: viewer } = await signedInStaff(opened, 'viewer')
  expect(await viewer.adminPaymentMethods.check({ id: idOf('stripe') })).toMatchObject({ code: 'FORBIDDEN' })
})
