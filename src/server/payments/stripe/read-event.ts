import type Stripe from 'stripe'
import type { StripeKeys } from '#server/config/gateway-keys.ts'
import { BadEvent, type EventHeaders, type PaymentEvent } from '../gateway.ts'
import { stripeClient } from './client.ts'
import { factsOfSession } from './facts-of-session.ts'

/** Security §17: how old, or how far ahead, a signature may be. */
const TOLERANCE_SECONDS = 300

/** What Stripe has to be told to send; all else that it sends is taken and changes nothing. */
export const stripeEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
] as const

/**
 * An event of Stripe, by its own check of the signature with every secret that is active.
 * @throws {BadEvent} when none of them made it, when it is too old or too far ahead, or when it is no event.
 */
export async function readStripeEvent(
  keys: StripeKeys,
  rawBody: string,
  headers: EventHeaders,
): Promise<PaymentEvent> {
  const signature = String(headers['stripe-signature'] ?? '')
  const event = await believe(keys, rawBody, signature)
  if (secondsOf(signature) > Date.now() / 1_000 + TOLERANCE_SECONDS)
    throw new BadEvent('the signature is of another time')
  return { id: event.id, payment: paymentIn(event) }
}

async function believe(keys: StripeKeys, rawBody: string, signature: string): Promise<Stripe.Event> {
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

/** Stripe's own check looks only backwards in time. */
const secondsOf = (signature: string) => Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? Number.NaN)

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
