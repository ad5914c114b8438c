import { expect } from 'vitest'
import type { PaymentFacts } from '#server/commerce/gateways/model/gateway.ts'
import { signBody } from '#server/commerce/gateways/model/signed-body.ts'
import { carryOutRefunds } from '#server/commerce/gateways/refunds.ts'
import {
  SIGNATURE_HEADER,
  testGateway,
  webhookSecrets,
} from '#server/commerce/gateways/test-gateway/gateway.ts'
import { askDuePayments } from '#server/commerce/payments/ask-due-payments.ts'
import { cancelAbandonedOrders } from '#server/commerce/payments/cancel-abandoned-orders.ts'
import { expireUnpaidOrders } from '#server/commerce/payments/expire-unpaid-orders.ts'
import { address } from './addresses.ts'
import type { Shop } from './open-shop.ts'
import { readStock, stockVariation } from './products.ts'
import { ok } from './reply.ts'

/** Adds builders for guests who pay and for gateway events. For `openShop({ seed: true })`. */
export function withPayments(shop: Shop) {
  const { db, services, app } = shop

  /** A guest with a completed checkout who pays with `method`, by default the test gateway. */
  async function guestAtPayment(
    { id, quantity = 1 }: { id: number; quantity?: number },
    payment_method = 'test_gateway',
  ) {
    const shopper = shop.guest()
    const { api } = shopper
    ok(await api.cart.addItem({ product_id: id, quantity }))
    ok(await api.cart.updateAddress({ ...address, same_as_shipping: true }))
    ok(await api.cart.updateContact({ phone: '9876543210', email: 'asha@example.com' }))
    ok(await api.cart.updatePaymentMode({ payment_method }))

    const order = async (
      more: { instruction?: string; idempotency_key?: string; expected_due?: number } = {},
    ) => {
      const { version } = ok(await api.cart.get())
      return api.checkout.placeOrder({
        version,
        idempotency_key: crypto.randomUUID(),
        accept_tnc: true,
        ...more,
      })
    }
    /** Places the order and starts its payment. */
    const startPaying = async () => {
      const { order_id, token, amount } = ok(await order())
      const { payment_id } = ok(await api.checkout.processPayment({ order_id, token }))
      return { order_id, token, payment_id, amount: amount?.amount ?? 0 }
    }
    return { ...shopper, order, startPaying }
  }

  /** Sets the stock of an unused demo variation and returns it. */
  const productWith = (stock: number): Promise<{ id: number }> => stockVariation(db, { stock, nth: ++taken })
  let taken = 0

  const stockOf = (variation: { id: number }) => readStock(db, variation)

  /** Presses a button of the hosted page. @returns the redirect target. */
  async function choose(payment_id: string, choice: string, headers: Record<string, string> = {}) {
    const { statusCode, headers: sent } = await app.inject({
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

  /** Reads the gateway's state of a payment without an event. */
  async function facts(payment_id: string): Promise<PaymentFacts> {
    return testGateway(services).read({ id: payment_id, gatewayPaymentId: '' })
  }

  /** Sends an event of the gateway, signed as the gateway signs or as `how` overrides. */
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
    const { statusCode } = await app.inject({
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

  /** Moves the times of an order and its payments into the past. */
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

  /** Runs the jobs for payments that are due. */
  async function sweep() {
    await askDuePayments(services)
    await expireUnpaidOrders(services)
    await cancelAbandonedOrders(services)
    await carryOutRefunds(services)
  }

  /** A guest who has started paying with `method`; `back` sends the browser's request after the return from the gateway. */
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
