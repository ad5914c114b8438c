import { afterAll, expect } from 'vitest'
import { openShop } from '../../../tests/shop.ts'
import { addressForTests } from '../cart/test-address.ts'
import { ok } from '../cart/test-shop.ts'
import { readStock, stockVariation } from '../catalog/test-stock.ts'
import type { Config } from '../config/config.ts'
import { createServer } from '../http/create-server.ts'
import type { PaymentFacts } from './gateway.ts'
import { servePostedBack } from './razorpay/posted-back-route.ts'
import { signBody } from './signed-body.ts'
import { sweepExpired } from './sweep-expired.ts'
import { SIGNATURE_HEADER, testGateway, webhookSecrets } from './test-gateway/gateway.ts'
import { serveTestGateway } from './test-gateway/hosted-page.ts'
import { serveWebhooks } from './webhook-route.ts'

/** For tests: the demo shop with the test gateway beside it, its hosted page and its webhooks. */
export async function openPaymentShop(config: Partial<Config> = {}) {
  const shop = await openShop({ seed: true, config })
  const { db, services } = shop
  const gateway = createServer(services)
  serveWebhooks(gateway, services)
  servePostedBack(gateway, services)
  serveTestGateway(gateway, services)
  await gateway.ready()
  afterAll(() => gateway.close())
  const karnataka = ok(await shop.api.settings.countries())[0]?.states.find(
    ({ name }) => name === 'Karnataka',
  )

  /** A guest with everything filled in who pays with the test gateway, or otherwise. */
  async function guestAtPayment(
    { id, quantity = 1 }: { id: number; quantity?: number },
    payment_method = 'test_gateway',
  ) {
    const shopper = shop.guest()
    const { api } = shopper
    ok(await api.cart.addItem({ product_id: id, quantity }))
    ok(await api.cart.updateAddress({ ...addressForTests, state_id: karnataka?.id, same_as_shipping: true }))
    ok(await api.cart.updateContact({ phone: '9876543210', email: 'asha@example.com' }))
    ok(await api.cart.updatePaymentMode({ payment_method }))

    const order = async (more: { instruction?: string; idempotency_key?: string } = {}) => {
      const { version } = ok(await api.cart.get())
      return api.checkout.placeOrder({
        version,
        idempotency_key: crypto.randomUUID(),
        accept_tnc: true,
        ...more,
      })
    }
    /** The order, and the payment that it waits for. */
    const startPaying = async () => {
      const { order_id, token, amount } = ok(await order())
      const { payment_id } = ok(await api.checkout.processPayment({ order_id, token }))
      return { order_id, token, payment_id, amount: amount?.amount ?? 0 }
    }
    return { ...shopper, order, startPaying }
  }

  /** A variation of the demo shop that has exactly this stock now. */
  const productWith = (stock: number): Promise<{ id: number }> => stockVariation(db, { stock, nth: ++taken })
  let taken = 0

  const stockOf = (variation: { id: number }) => readStock(db, variation)

  /** Presses a button of the hosted page; where it leads. */
  async function choose(payment_id: string, choice: string, headers: Record<string, string> = {}) {
    const { statusCode, headers: sent } = await gateway.inject({
      method: 'POST',
      url: `/test-gateway/${payment_id}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      payload: new URLSearchParams({ choice }).toString(),
    })
    return { status: statusCode, location: String(sent.location ?? '') }
  }

  /** The gateway's word on a payment without telling anybody. */
  async function facts(payment_id: string): Promise<PaymentFacts> {
    return testGateway(services).read({ id: payment_id, gatewayPaymentId: '' })
  }

  /** An event of the gateway, signed as it signs, or as `how` says. */
  function send(payment: PaymentFacts, how: { eventId?: string; secret?: string; ageSeconds?: number } = {}) {
    const {
      eventId = `evt_${crypto.randomUUID()}`,
      secret = webhookSecrets(services.config)[0],
      ageSeconds = 0,
    } = how
    const payload = JSON.stringify({ id: eventId, payment })
    const signature = signBody(secret, payload, Math.floor(Date.now() / 1_000) - ageSeconds)
    return sendRaw(payload, { [SIGNATURE_HEADER]: signature })
  }

  async function sendRaw(payload: string, headers: Record<string, string>, code = 'test_gateway') {
    const { statusCode } = await gateway.inject({
      method: 'POST',
      url: `/api/payments/webhook/${code}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
    return statusCode
  }

  const orderRow = (id: number) =>
    db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  const paymentsOf = (id: number) =>
    db.selectFrom('payments').selectAll().where('order_id', '=', id).orderBy('created_at').execute()

  const ledgerOf = (payment_id: string) =>
    db
      .selectFrom('test_gateway_payments')
      .selectAll()
      .where('reference', '=', payment_id)
      .executeTakeFirstOrThrow()

  const messagesOf = async (id: number) =>
    (
      await db
        .selectFrom('outbox')
        .select(['channel', 'kind'])
        .where('order_id', '=', id)
        .orderBy('kind')
        .orderBy('channel')
        .execute()
    ).map(({ channel, kind }) => `${channel} ${kind.split(':')[0]}`)

  const eventsOf = async (id: number) =>
    (
      await db.selectFrom('order_events').select('status').where('order_id', '=', id).orderBy('id').execute()
    ).map(({ status }) => status)

  /** Time goes by for an order and its payments. */
  async function letPass(order_id: number, minutes: number) {
    const by = `${minutes} minutes`
    await shop.pool.query(
      `update orders set held_until = held_until - $2::interval, placed_at = placed_at - $2::interval where id = $1`,
      [order_id, by],
    )
    await shop.pool.query(
      `update payments set ask_again_at = ask_again_at - $2::interval, created_at = created_at - $2::interval where order_id = $1`,
      [order_id, by],
    )
  }

  const sweep = () => sweepExpired(services)

  /** A guest who has begun to pay with a company; `back` is what their browser asks when it comes back from there. */
  async function payingGuest(method: string, stock = 5) {
    const vase = await productWith(stock)
    const shopper = await guestAtPayment(vase, method)
    const paying = await shopper.startPaying()
    const { order_id, token, payment_id } = paying
    const back = () => shopper.api.checkout.completePayment({ order_id, token, payment_id })
    return { ...shopper, ...paying, vase, back }
  }

  async function expectPaidOnce(order_id: number) {
    expect(await orderRow(order_id)).toMatchObject({ status: 'placed', payment_status: 'paid' })
    expect(await paymentsOf(order_id)).toMatchObject([{ status: 'paid', refunded_amount: 0 }])
    expect(await messagesOf(order_id)).toEqual(['mail order_placed', 'sms order_placed'])
  }

  return {
    ...shop,
    gateway,
    guestAtPayment,
    productWith,
    stockOf,
    choose,
    facts,
    send,
    sendRaw,
    orderRow,
    paymentsOf,
    ledgerOf,
    messagesOf,
    eventsOf,
    letPass,
    sweep,
    payingGuest,
    expectPaidOnce,
  }
}
