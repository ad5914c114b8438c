import type Stripe from 'stripe'
import { BadEvent, type EventHeaders, type PaymentEvent } from '#server/commerce/gateways/model/gateway.ts'
import { type StripeKeys, stripeClient } from './client.ts'
import { factsOfSession } from './facts-of-session.ts'

/** Maximum age of a signature, and maximum clock skew ahead. Security §17. */
const TOLERANCE_SECONDS = 300

/** The events to subscribe to; others are accepted and change nothing. */
export const stripeEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.failed',
] as const

/**
 * Reads a Stripe event after Stripe's own signature check with every active secret.
 * @throws {BadEvent} when none of them signed it, when it is too old or too far ahead, or when it is no
 * event.
 */
export async function readStripeEvent(
  keys: StripeKeys,
  rawBody: string,
  headers: EventHeaders,
): Promise<PaymentEvent> {
  const signature = String(headers['stripe-signature'] ?? '')
  const event: unknown = await verifyEvent(keys, rawBody, signature)
  if (!isEvent(event)) throw new BadEvent('the body is no event')
  if (secondsOf(signature) > Date.now() / 1_000 + TOLERANCE_SECONDS)
    throw new BadEvent('the signature is of another time')
  return { id: event.id, payment: paymentIn(event), failedRefund: failedRefundIn(event) }
}

/** The signature covers any JSON: `null` too. */
function isEvent(parsed: unknown): parsed is Stripe.Event {
  const { id, type, data } = (parsed ?? {}) as Partial<Stripe.Event>
  return (
    typeof id === 'string' &&
    typeof type === 'string' &&
    typeof data?.object === 'object' &&
    data.object !== null
  )
}

async function verifyEvent(keys: StripeKeys, rawBody: string, signature: string): Promise<unknown> {
  const { webhooks } = await stripeClient(keys)
  let problem: unknown
  for (const secret of keys.webhookSecrets) {
    try {
      return webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_SECONDS)
    } catch (error) {
      problem = error
    }
  }
  throw new BadEvent(problem instanceof Error ? problem.message.split('\n')[0] : 'there is no secret')
}

/** Stripe's own check does not refuse future times. */
const secondsOf = (signature: string) => Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? Number.NaN)

/** A refund that was not made with a key is not ours. */
function failedRefundIn(event: Stripe.Event) {
  if (event.type !== 'refund.failed') return undefined
  const { id, metadata } = event.data.object
  return metadata?.key
    ? { key: metadata.key, gatewayRefundId: id, reason: failureOf(event.data.object) }
    : undefined
}

/** What Stripe reports of a refund that it could not make. */
export const failureOf = ({ failure_reason }: Pick<Stripe.Refund, 'failure_reason'>) =>
  `Stripe could not make this refund: ${failure_reason ?? 'unknown reason'}`

function paymentIn(event: Stripe.Event) {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return factsOfSession(event.data.object)
    case 'checkout.session.async_payment_failed':
      return {
        ...factsOfSession(event.data.object),
        status: 'failed' as const,
        failure: 'declined' as const,
      }
    default:
      return null
  }
}
