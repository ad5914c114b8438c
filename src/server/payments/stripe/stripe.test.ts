import { expect, test } from 'vitest'
import { ok } from '#server/cart/test-shop.ts'
import { offerGateways } from '../offer-gateways.ts'
import { carryOutRefunds } from '../refunds.ts'
import type { Asked, Trouble } from '../test-company.ts'
import { openPaymentShop } from '../test-payments.ts'
import { openTestStripe } from './test-stripe.ts'

let trouble: (asked: Asked) => Trouble = () => 'none'
const stripe = await openTestStripe({ troubleOf: (asked) => trouble(asked) })
const shop = await openPaymentShop({ stripe: stripe.keys })
await offerGateways(shop.db, shop.services.config)

const payingGuest = (stock?: number) => shop.payingGuest('stripe', stock)

const tell = (payload: string, how?: Parameters<typeof stripe.headersFor>[1]) =>
  shop.sendRaw(payload, stripe.headersFor(payload, how), 'stripe')

test('Stripe is asked for exactly what the order costs, and the shopper goes to its page by a link', async () => {
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

test('the shopper comes back first, then the event: paid once', async () => {
  const { order_id, payment_id, back } = await payingGuest()
  expect(await back()).toMatchObject({ data: { payment_status: 'requires_action' } })
  stripe.pay(payment_id)

  expect(await back()).toMatchObject({ data: { payment_status: 'paid' } })
  expect(await tell(stripe.eventOf(payment_id))).toBe(200)
  await shop.expectPaidOnce(order_id)
})

test('the event comes first, and again, and the shopper after it: paid once', async () => {
  const { order_id, payment_id, back } = await payingGuest()
  stripe.pay(payment_id)
  const event = stripe.eventOf(payment_id)

  expect(await Promise.all([tell(event), tell(event), tell(event)])).toEqual([200, 200, 200])
  expect(await back()).toMatchObject({ data: { payment_status: 'paid' } })
  await shop.expectPaidOnce(order_id)
})

test('an answer of Stripe that is lost starts no second payment', async () => {
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

test('while Stripe does not answer nothing is claimed, and its word counts when it is back', async () => {
  const { order_id, payment_id, back } = await payingGuest()
  stripe.pay(payment_id)
  stripe.loseAnswers(2)

  expect(await back()).toMatchObject({ data: { payment_status: 'requires_action' } })
  expect(await back()).toMatchObject({ data: { payment_status: 'paid' } })
  await shop.expectPaidOnce(order_id)
})

test('an event that Stripe did not sign, or long ago, or in the future, changes nothing', async () => {
  const { order_id, payment_id } = await payingGuest()
  stripe.pay(payment_id)
  const event = stripe.eventOf(payment_id)

  expect(await tell(event, { secret: 'whsec_guessed' })).toBe(400)
  expect(await tell(event, { ageSeconds: 301 })).toBe(400)
  expect(await tell(event, { ageSeconds: -310 })).toBe(400)
  expect(await shop.sendRaw(event, {}, 'stripe')).toBe(400)
  expect(await shop.sendRaw(`${event} `, stripe.headersFor(event), 'stripe')).toBe(400)
  expect((await shop.orderRow(order_id)).status).toBe('pending_payment')

  // The older of two secrets, while it is being replaced.
  expect(await tell(event, { secret: 'whsec_old0123456789' })).toBe(200)
  await shop.expectPaidOnce(order_id)
})

test('news that is of no use here is taken, so that Stripe does not send it again', async () => {
  const { order_id, payment_id } = await payingGuest()
  stripe.pay(payment_id)

  expect(await tell(stripe.eventOf(payment_id, 'payment_intent.succeeded'))).toBe(200)
  expect((await shop.orderRow(order_id)).status).toBe('pending_payment')
})

test('another amount than was asked for pays nothing and goes back by Stripe, once', async () => {
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

test('a way to pay that takes days waits, and its failure fails the order', async () => {
  const { order_id, payment_id, back, vase } = await payingGuest(1)
  stripe.payLater(payment_id, 'processing')
  expect(await back()).toMatchObject({ data: { payment_status: 'processing' } })

  stripe.payLater(payment_id, 'requires_payment_method')
  expect(await tell(stripe.eventOf(payment_id, 'checkout.session.async_payment_failed'))).toBe(200)

  expect((await shop.orderRow(order_id)).status).toBe('payment_failed')
  expect(await shop.stockOf(vase)).toBe(1)
  expect(await back()).toMatchObject({ code: 'PAYMENT_FAILED', data: { failure: 'declined' } })
})

test('a payment that nobody waits for any more is closed at Stripe, so that nobody pays for what is not held', async () => {
  const { order_id, payment_id } = await payingGuest()
  await shop.letPass(order_id, 16)
  await shop.sweep()
  await shop.sweep()

  expect(stripe.sessionOf(payment_id).status).toBe('expired')
  expect((await shop.orderRow(order_id)).status).toBe('payment_failed')
})

test('without its keys Stripe is not offered, and its webhook does not exist', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  const codes = async () => ok(await shopper.api.cart.get()).cart_payment_methods.map(({ code }) => code)
  expect(await codes()).toEqual(['stripe', 'test_gateway', 'cod', 'bank_transfer'])

  await offerGateways(shop.db, {})
  expect(await codes()).toEqual(['test_gateway', 'cod', 'bank_transfer'])
  await offerGateways(shop.db, shop.services.config)
  expect(await codes()).toContain('stripe')
})

test('an answer to a refund that is none is no refund: it is asked for again until Stripe has made it', async () => {
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

test('an answer to a start that is none starts nothing: the shopper is told, and the next try finds the payment', async () => {
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
