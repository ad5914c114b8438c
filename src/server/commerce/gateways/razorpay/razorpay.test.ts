import Razorpay from 'razorpay'
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js'
import { expect, test } from 'vitest'
import type { GatewayRequest, Trouble } from '#harness/gateways/gateway-server.ts'
import { startRazorpayServer } from '#harness/gateways/razorpay-server.ts'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { offerGateways } from '#server/commerce/gateways/offer-gateways.ts'
import { carryOutRefunds } from '#server/commerce/gateways/refunds.ts'
import { isSignedWith } from './read-event.ts'

let trouble: (requested: GatewayRequest) => Trouble = () => 'none'
const razorpay = await startRazorpayServer({ troubleOf: (requested) => trouble(requested) })
const shop = withPayments(await openShop({ seed: true, gateways: { razorpay: razorpay.keys } }))
await offerGateways(shop.db, shop.services.config)

async function payingGuest(stock?: number) {
  const guest = await shop.payingGuest('razorpay', stock)
  const { order_id, token } = guest
  const action = async () => ok(await guest.api.checkout.processPayment({ order_id, token })).action
  /** A post from Razorpay's site: cross-site and without a cookie. */
  async function postBack(form: URLSearchParams) {
    const { fields } = await action()
    const { pathname, search } = new URL(fields.callback_url ?? '')
    const { statusCode, headers } = await shop.app.inject({
      method: 'POST',
      url: pathname + search,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      payload: form.toString(),
    })
    return { status: statusCode, location: headers.location }
  }
  return { ...guest, action, postBack }
}

const sendEvent = (payload: string, secret?: string) =>
  shop.sendRaw(payload, razorpay.headersFor(payload, secret), 'razorpay')

test('the shopper leaves by a form with exactly the order’s amount and no secret', async () => {
  const { payment_id, order_id, amount, action } = await payingGuest()
  const order = razorpay.orderOf(payment_id)
  const { type, method, url, fields } = await action()

  expect(order).toMatchObject({ amount, currency: 'INR', payment: { capture: 'automatic' } })
  expect(order.notes.order_no).toBe((await shop.orderRow(order_id)).order_no)
  expect({ type, method, url }).toEqual({
    type: 'redirect',
    method: 'POST',
    url: `${razorpay.apiUrl}/v1/checkout/embedded`,
  })
  expect(fields).toMatchObject({ key_id: razorpay.keys.keyId, order_id: order.id, amount: String(amount) })
  expect(JSON.stringify(fields)).not.toContain(razorpay.keys.keySecret)
})

test('a post-back with a valid signature shows the finished order', async () => {
  const { payment_id, order_id, token, postBack } = await payingGuest()
  const form = razorpay.backFormOf(razorpay.attempt(payment_id, 'captured'))

  expect(await postBack(form)).toEqual({
    status: 303,
    location: `/checkout-complete?order_id=${order_id}&token=${token}&type=razorpay`,
  })
  await shop.expectPaidOnce(order_id)
  expect(await sendEvent(razorpay.eventOf(payment_id))).toBe(200)
  await shop.expectPaidOnce(order_id)
})

test('a signature alone does not pay an order: Razorpay itself is queried', async () => {
  const { payment_id, order_id, postBack } = await payingGuest()

  expect((await postBack(razorpay.backFormOf(razorpay.attempt(payment_id, 'authorized')))).status).toBe(303)
  expect(await shop.paymentsOf(order_id)).toMatchObject([{ status: 'processing' }])
})

test('a post-back with an error or a forged signature shows the payment’s result', async () => {
  const { payment_id, order_id, token, postBack, back, vase } = await payingGuest(1)
  const failed = `/checkout-failed?order_id=${order_id}&token=${token}`
  const made = razorpay.attempt(payment_id, 'failed', { error_reason: 'payment_cancelled' })

  expect(await postBack(new URLSearchParams({ 'error[code]': 'BAD_REQUEST_ERROR' }))).toEqual({
    status: 303,
    location: failed,
  })
  expect(await postBack(razorpay.backFormOf(made, 'guessed'))).toEqual({ status: 303, location: failed })
  expect((await shop.orderRow(order_id)).status).toBe('pending_payment')
  expect(await back()).toMatchObject({ code: 'PAYMENT_FAILED', data: { failure: 'cancelled' } })
  expect(await shop.stockOf(vase)).toBe(1)
})

test('several copies of the event before the shopper returns pay the order once', async () => {
  const { payment_id, order_id, back } = await payingGuest()
  razorpay.attempt(payment_id, 'failed')
  razorpay.attempt(payment_id, 'captured')
  const event = razorpay.eventOf(payment_id)

  expect(await Promise.all([sendEvent(event), sendEvent(event), sendEvent(event)])).toEqual([200, 200, 200])
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
  const { payment_id, order_id } = await payingGuest()
  razorpay.attempt(payment_id, 'captured')
  const event = razorpay.eventOf(payment_id)

  expect(await sendEvent(event, 'guessed')).toBe(400)
  expect(await shop.sendRaw(event, {}, 'razorpay')).toBe(400)
  expect(await shop.sendRaw(`${event} `, razorpay.headersFor(event), 'razorpay')).toBe(400)
  expect(await sendEvent(razorpay.eventOf(payment_id, { ageSeconds: 26 * 60 * 60 }))).toBe(400)
  expect(await sendEvent(razorpay.eventOf(payment_id, { ageSeconds: -400 }))).toBe(400)
  expect(await sendEvent(razorpay.eventOf(payment_id, { event: 'payment.failed' }))).toBe(200)
  expect((await shop.orderRow(order_id)).status).toBe('pending_payment')

  // The older of two secrets, and an event that is hours old.
  expect(
    await sendEvent(razorpay.eventOf(payment_id, { ageSeconds: 6 * 60 * 60 }), 'an-old-webhook-secret'),
  ).toBe(200)
  await shop.expectPaidOnce(order_id)
})

test('a lost response starts no second payment: the order is found again by its receipt', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(5), 'razorpay')
  const { order_id, token } = ok(await shopper.order())
  const before = razorpay.orders.size
  // The first lookup finds nothing; the response of the creation is lost.
  const press = () => shopper.api.checkout.processPayment({ order_id, token })
  razorpay.loseAnswers(1)
  expect(await press()).toMatchObject({ code: 'PAYMENT_UNAVAILABLE' })
  const { payment_id } = ok(await press())

  expect(razorpay.orders.size - before).toBe(1)
  expect(razorpay.orderOf(payment_id).receipt).toBe(payment_id)
})

test('an invalid response starts no payment, and a retry starts exactly one', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(5), 'razorpay')
  const { order_id, token } = ok(await shopper.order())
  const press = () => shopper.api.checkout.processPayment({ order_id, token })
  const before = razorpay.orders.size

  trouble = ({ method }) => (method === 'POST' ? 'rubbish' : 'none')
  expect(await press()).toMatchObject({ code: 'PAYMENT_UNAVAILABLE' })
  trouble = () => 'none'
  const { payment_id } = ok(await press())

  expect(razorpay.orders.size - before).toBe(1)
  expect(await shop.paymentsOf(order_id)).toMatchObject([
    { gateway_payment_id: razorpay.orderOf(payment_id).id },
  ])
})

test('two simultaneous presses lead to one payment', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(5), 'razorpay')
  const { order_id, token } = ok(await shopper.order())

  const started = await Promise.all(
    Array.from({ length: 4 }, () => shopper.api.checkout.processPayment({ order_id, token })),
  )

  const ways = started.map((reply) => ok(reply).action.fields.order_id)
  expect(new Set(ways).size).toBe(1)
  const [row] = await shop.paymentsOf(order_id)
  expect(row?.gateway_payment_id).toBe(ways[0])
})

test('a payment of another amount is refunded by Razorpay, once', async () => {
  const { payment_id, order_id, amount, back } = await payingGuest()
  const { id } = razorpay.attempt(payment_id, 'captured', { amount: 100 })
  expect(amount).not.toBe(100)

  expect(await back()).toMatchObject({ code: 'PAYMENT_RETURNED' })
  expect(await shop.orderRow(order_id)).toMatchObject({ review_reason: 'amount_mismatch' })
  await shop.pool.query(
    `update payment_refunds set status = 'due', next_attempt_at = now() where payment_id = $1`,
    [payment_id],
  )
  await carryOutRefunds(shop.services)

  expect(razorpay.refunds.filter((one) => one.payment_id === id)).toMatchObject([{ amount: 100 }])
})

test('a refund that Razorpay refuses, or reports as failed later, is due with its answer', async () => {
  const { payment_id, amount, back } = await payingGuest()
  razorpay.attempt(payment_id, 'captured', { amount: amount - 1 })
  razorpay.refuseRefunds('Your account does not have enough balance to carry out the refund operation.')
  await back()
  const refund = async () => {
    const { rows } = await shop.pool.query(
      'select status, last_error from payment_refunds where payment_id = $1',
      [payment_id],
    )
    return rows[0]
  }
  expect(await refund()).toMatchObject({
    status: 'due',
    last_error: expect.stringContaining('not have enough balance'),
  })
  razorpay.refuseRefunds('')
  const attempt = async () => {
    await shop.pool.query('update payment_refunds set next_attempt_at = now() where payment_id = $1', [
      payment_id,
    ])
    await carryOutRefunds(shop.services)
  }
  await attempt()
  expect(await refund()).toEqual({ status: 'done', last_error: null })

  const event = razorpay.failRefund(payment_id)
  const sent = () => shop.sendRaw(event, razorpay.headersFor(event), 'razorpay')
  expect([await sent(), await sent()]).toEqual([200, 200])
  expect(await refund()).toEqual({ status: 'due', last_error: 'Razorpay could not make this refund' })
  await attempt()
  expect(await refund()).toEqual({ status: 'due', last_error: 'Razorpay could not make this refund' })
})

test('our signature check agrees with that of Razorpay’s own package', () => {
  const { id, order_id } = { id: 'pay_1', order_id: 'order_1' }
  const signature = razorpay.backFormOf({ id, order_id } as never).get('razorpay_signature') ?? ''
  const event = '{"event":"order.paid"}'
  const header = razorpay.headersFor(event)['x-razorpay-signature']

  expect(validatePaymentVerification({ order_id, payment_id: id }, signature, razorpay.keys.keySecret)).toBe(
    true,
  )
  expect(isSignedWith(razorpay.keys.keySecret, `${order_id}|${id}`, signature)).toBe(true)
  expect(Razorpay.validateWebhookSignature(event, header, 'a-new-webhook-secret')).toBe(true)
  expect(isSignedWith('a-new-webhook-secret', event, header)).toBe(true)
  expect(isSignedWith('a-new-webhook-secret', `${event} `, header)).toBe(false)
})
