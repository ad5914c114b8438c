import type Stripe from 'stripe'

/** `webhookSecrets`: all active ones, two during a rotation. `apiUrl`: overrides the company's URL in tests. */
export type StripeKeys = { secretKey: string; webhookSecrets: readonly string[]; apiUrl?: string }

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
