import type Stripe from 'stripe'
import type { StripeKeys } from './keys.ts'

/** Limit of one request, because a shopper is waiting. */
const TIMEOUT_MS = 7_000

const clients = new WeakMap<StripeKeys, Promise<Stripe>>()

/** Stripe's own client for these keys, loaded on first use: a shop without keys never loads it. */
export function stripeClient(keys: StripeKeys): Promise<Stripe> {
  const known = clients.get(keys)
  if (known) return known
  const made = makeClient(keys)
  clients.set(keys, made)
  return made
}

async function makeClient({ secretKey, apiUrl }: StripeKeys): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const elsewhere = apiUrl ? new URL(apiUrl) : undefined
  return new StripeClient(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(elsewhere && {
      protocol: elsewhere.protocol === 'https:' ? 'https' : 'http',
      host: elsewhere.hostname,
      port: elsewhere.port,
    }),
  })
}
