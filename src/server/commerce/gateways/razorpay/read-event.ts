import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { BadEvent, type EventHeaders, type PaymentEvent } from '#server/commerce/gateways/model/gateway.ts'
import type { RazorpayKeys } from './client.ts'
import { factsOfOrder } from './facts-of-order.ts'

/** The events to subscribe to: of payments only this one carries both the order, which we wrote, and the money. */
export const razorpayEvents = ['order.paid', 'refund.failed'] as const

export const refundFailed = 'Razorpay could not make this refund'

/** The signature covers no time, but the body has the event's time; Razorpay retries for a day. */
const OLDEST_SECONDS = 25 * 60 * 60
const AHEAD_SECONDS = 300

/**
 * Reads a Razorpay event. Its id is derived from its body, because the header with the id is not signed and a
 * copy could carry another one.
 * @throws {BadEvent} when no active secret signed it, when it is too old or too far ahead, or when it is no
 * event.
 */
export function readRazorpayEvent(
  { webhookSecrets }: Pick<RazorpayKeys, 'webhookSecrets'>,
  rawBody: string,
  headers: EventHeaders,
): PaymentEvent {
  const signature = String(headers['x-razorpay-signature'] ?? '')
  const isOurs = webhookSecrets.filter((secret) => isSignedWith(secret, rawBody, signature)).length > 0
  if (!isOurs) throw new BadEvent('the signature is wrong')
  const { event, created_at, payload } = parse(Event, rawBody)
  const age = Date.now() / 1_000 - created_at
  if (age > OLDEST_SECONDS || age < -AHEAD_SECONDS) throw new BadEvent('the event is of another time')
  const id = createHash('sha256').update(rawBody).digest('base64url')
  if (event === 'refund.failed') return { id, payment: null, failedRefund: failedRefundIn(payload) }
  if (event !== 'order.paid') return { id, payment: null }
  const { order, payment } = parse(Paid, JSON.stringify(payload))
  return { id, payment: factsOfOrder(order.entity, [payment.entity]) }
}

const Event = z.object({ event: z.string(), created_at: z.number(), payload: z.unknown() })

const Amount = z.union([z.number(), z.string()])
const Paid = z.object({
  order: z.object({
    entity: z.object({
      id: z.string(),
      receipt: z.string().nullish(),
      notes: z.union([z.record(z.string(), z.union([z.string(), z.number()])), z.array(z.unknown())]),
      amount: Amount,
      currency: z.string(),
    }),
  }),
  payment: z.object({
    entity: z.object({
      id: z.string(),
      status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
      amount: Amount,
      currency: z.string(),
    }),
  }),
})

const Failed = z.object({
  refund: z.object({ entity: z.object({ id: z.string(), notes: z.object({ key: z.string() }) }) }),
})

/** A refund that was not made with a key is not ours. */
function failedRefundIn(payload: unknown) {
  const { data } = Failed.safeParse(payload)
  if (!data) return undefined
  const { id, notes } = data.refund.entity
  return { key: notes.key, gatewayRefundId: id, reason: refundFailed }
}

function parse<Shape extends z.ZodType>(shape: Shape, json: string): z.infer<Shape> {
  try {
    return shape.parse(JSON.parse(json))
  } catch {
    throw new BadEvent('the body is no event')
  }
}

/** Verifies Razorpay's signature (HMAC-SHA256 in hex) like its own client, but in constant time. */
export function isSignedWith(secret: string, text: string, signature: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(text).digest('hex'))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
