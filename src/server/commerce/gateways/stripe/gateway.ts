import type Stripe from 'stripe'
import type { OnlineGateway } from '#server/commerce/gateways/model/gateway.ts'
import { type StripeKeys, stripeClient } from './client.ts'
import { factsOfSession } from './facts-of-session.ts'
import { failureOf, readStripeEvent } from './read-event.ts'

export const STRIPE = 'stripe'

/**
 * Stripe with its Checkout page: the shopper is sent there by a link, so that no card data and no script of
 * Stripe enters the shop (security §14). A payment is a Checkout Session; our payment id is its reference and
 * its idempotency key. ADR 0035.
 */
export const stripeGateway = (keys: StripeKeys, storeUrl: string): OnlineGateway => ({
  code: STRIPE,
  isOnline: true,

  async start({ id, orderNo, amount, currency, returnPath, cancelPath }) {
    const stripe = await stripeClient(keys)
    const metadata = { payment_id: id, order_no: orderNo }
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: id,
        metadata,
        payment_intent_data: { metadata, description: `Order ${orderNo}` },
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: currency.toLowerCase(),
              unit_amount: amount,
              product_data: { name: `Order ${orderNo}` },
            },
          },
        ],
        success_url: storeUrl + returnPath,
        cancel_url: storeUrl + cancelPath,
      },
      { idempotencyKey: `start-${id}` },
    )
    if (!session.url) throw new Error('Stripe gave no page for the payment')
    return {
      gatewayPaymentId: session.id,
      action: { type: 'redirect', method: 'GET', url: session.url, fields: {} },
    }
  },

  read: async ({ gatewayPaymentId }) => factsOfSession(await readSession(keys, gatewayPaymentId)),

  parseEvent: (rawBody, headers) => readStripeEvent(keys, rawBody, headers),

  /** Stripe forgets an idempotency key after a day, but still lists the refunds made with it. */
  async refund({ key, id, gatewayPaymentId, amount }) {
    const stripe = await stripeClient(keys)
    const { payment_intent: intent } = await readSession(keys, gatewayPaymentId)
    if (!intent) throw new Error('Stripe has no payment to give back')
    const payment_intent = typeof intent === 'string' ? intent : intent.id
    const own = `${key}-${id}`
    const { data: made } = await stripe.refunds.list({ payment_intent, limit: 100 })
    const known = made.find(({ metadata }) => metadata?.key === own)
    const refund =
      known ??
      (await stripe.refunds.create(
        { payment_intent, amount, metadata: { key: own } },
        { idempotencyKey: own },
      ))
    if (refund.status === 'failed' || refund.status === 'canceled') throw new Error(failureOf(refund))
    return { gatewayRefundId: refund.id }
  },

  async cancel({ gatewayPaymentId }) {
    const stripe = await stripeClient(keys)
    await stripe.checkout.sessions.expire(gatewayPaymentId)
  },
})

async function readSession(keys: StripeKeys, id: string): Promise<Stripe.Checkout.Session> {
  const stripe = await stripeClient(keys)
  return stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
}
