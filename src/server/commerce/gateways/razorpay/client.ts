import type { AxiosInstance } from 'axios'
import type Razorpay from 'razorpay'

/** `webhookSecrets`: all active ones, two during a rotation. `apiUrl`: overrides the company's URL in tests. */
export type RazorpayKeys = {
  keyId: string
  keySecret: string
  webhookSecrets: readonly string[]
  apiUrl?: string
}

export const RAZORPAY_URL = 'https://api.razorpay.com'

/** Limit of one request, because a shopper is waiting. */
const TIMEOUT_MS = 7_000

const clients = new WeakMap<RazorpayKeys, Promise<Razorpay>>()

/** Razorpay's own client for these keys, loaded on first use: a shop without keys never loads it. */
export function razorpayClient(keys: RazorpayKeys): Promise<Razorpay> {
  const known = clients.get(keys)
  if (known) return known
  const made = makeClient(keys)
  clients.set(keys, made)
  return made
}

async function makeClient({ keyId, keySecret, apiUrl = RAZORPAY_URL }: RazorpayKeys): Promise<Razorpay> {
  const { default: RazorpayClient } = await import('razorpay')
  const client = new RazorpayClient({ key_id: keyId, key_secret: keySecret })
  // The client has no timeout by default and no option for one.
  const { defaults } = (client.api as unknown as { rq: AxiosInstance }).rq
  defaults.timeout = TIMEOUT_MS
  defaults.baseURL = apiUrl
  return client
}
