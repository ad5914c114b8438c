import type { AxiosInstance } from 'axios'
import type Razorpay from 'razorpay'
import type { RazorpayKeys } from '#server/config/gateway-keys.ts'

export const RAZORPAY_URL = 'https://api.razorpay.com'

/** How long one request may take; a shopper is waiting. */
const TIMEOUT_MS = 7_000

const clients = new WeakMap<RazorpayKeys, Promise<Razorpay>>()

/** Razorpay's own client for these keys, loaded when it is first needed: a shop without keys never loads it. */
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
  // Left to itself it waits for ever, and its options have no time limit.
  const { defaults } = (client.api as unknown as { rq: AxiosInstance }).rq
  defaults.timeout = TIMEOUT_MS
  defaults.baseURL = apiUrl
  return client
}
