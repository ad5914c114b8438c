import { z } from 'zod'
import { isWaybill, normaliseWaybill, scanStatuses } from '#contract/rules/shipment-status.ts'
import {
  type BookedParcel,
  type Courier,
  CourierError,
  type CourierErrorKind,
} from '#server/commerce/couriers/model/courier-descriptor.ts'
import { BadEvent } from '#server/commerce/gateways/model/gateway.ts'
import type { KeyCheck } from '#server/commerce/gateways/model/key-check.ts'
import { signatureProblem, signBody } from '#server/commerce/gateways/model/signed-body.ts'

/** `url` without a slash at its end; the first secret signs, all of them verify. */
export type HttpCourierKeys = { url: string; key: string; secrets: readonly string[] }

export const SIGNATURE = 'x-courier-signature'

const KB = 1_024
/** Of a label. A reply may have four thirds of it, because the label is in base64. */
export const MAX_LABEL_BYTES = 2_048 * KB
const MAX_SKEW_MS = 300_000

const Line = z.string().trim().max(200)
const ServiceCode = z.string().regex(/^[\w.:-]{1,60}$/)
const Minor = z.int().min(0).max(1_000_000_000_000)

const Rates = z.object({
  rates: z
    .array(
      z.object({
        service: ServiceCode,
        name: Line.min(1),
        price: Minor.nullish(),
        days: z.int().min(0).max(365).nullish(),
      }),
    )
    .max(50),
})

const Booked = z.object({
  waybill: z.string().transform(normaliseWaybill).refine(isWaybill),
  carrier: Line.min(1).max(60),
  tracking_url: z
    .string()
    .max(500)
    .refine((url) => URL.canParse(url) && url.startsWith('https://'))
    .nullish(),
  price: Minor.nullish(),
  label_pdf: z.base64().nullish(),
})

const Scan = z.object({
  status: z.enum(scanStatuses).exclude(['shipped']),
  at: z.iso.datetime({ offset: true }).transform((at) => new Date(at)),
  location: z.string().trim().max(100).default(''),
  remark: z.string().trim().max(200).default(''),
})
const Tracked = z.object({ scans: z.array(Scan).max(200) })
const Pickup = z.object({ reference: Line })
const Events = z.object({
  events: z
    .array(
      z.object({ waybill: z.string().max(60).transform(normaliseWaybill), scans: z.array(Scan).max(200) }),
    )
    .max(100),
})
const Anything = z.unknown()
const Refusal = z.object({ message: z.string().trim().min(1).max(300) })

/** The client of an adapter. The protocol with its time limits is in docs/couriers.md. */
export const httpCourierClient = (keys: HttpCourierKeys): Courier => ({
  code: 'http_courier',
  name: 'Courier by HTTP',
  trackMinutes: 30,

  async rates(parcel) {
    const { rates } = await send(keys, 'rates', { body: parcel, reply: Rates, timeoutMs: 6_000 })
    return rates.map(({ price = null, days = null, ...rate }) => ({ ...rate, price, days }))
  },

  async book({ key, ...booking }) {
    const body = { key, ...booking }
    const found = await send(keys, 'book', {
      ...{ body, key, reply: Booked, timeoutMs: 20_000 },
      maxBytes: MAX_LABEL_BYTES * 1.4 + 16 * KB,
    })
    const { waybill, carrier, tracking_url = null, price = null, label_pdf } = found
    return { waybill, carrier, tracking_url, price, label: label_pdf ? labelOf(label_pdf) : null }
  },

  async cancel({ key, waybill }) {
    await send(keys, 'cancel', { body: { key, waybill }, key, reply: Anything, timeoutMs: 20_000 })
  },

  track: async ({ waybill }) =>
    (await send(keys, 'track', { body: { waybill }, reply: Tracked, timeoutMs: 10_000 })).scans,

  pickup: async ({ key, ...request }) =>
    (await send(keys, 'pickup', { body: { key, ...request }, key, reply: Pickup, timeoutMs: 20_000 }))
      .reference,

  parseEvent(rawBody, headers) {
    const signature = headers[SIGNATURE]
    const problem = signatureProblem(keys.secrets, rawBody, typeof signature === 'string' ? signature : '')
    if (problem) throw new BadEvent(`the signature is ${problem}`)
    const { data, error } = Events.safeParse(jsonOf(rawBody))
    if (!data) throw new BadEvent(error.issues[0]?.path.join('.') || 'the body is no event')
    if (data.events.some(({ scans }) => scans.some(isAhead))) throw new BadEvent('a scan is of the future')
    return data.events
  },
})

/** Reads the list of services for a parcel that is never sent. */
export async function checkHttpKeys(keys: HttpCourierKeys): Promise<KeyCheck> {
  try {
    await send(keys, 'ping', { body: {}, reply: Anything, timeoutMs: 10_000 })
    return 'works'
  } catch (error) {
    if (error instanceof CourierError && error.kind === 'not_accepted') return 'refused'
    throw error
  }
}

type Request<Reply> = {
  body: object
  reply: z.ZodType<Reply>
  timeoutMs: number
  /** Of the reply. */
  maxBytes?: number
  key?: string
}

/** @throws {CourierError} */
async function send<Reply>(
  { url, key: token, secrets: [secret = ''] }: HttpCourierKeys,
  path: string,
  { body, reply, timeoutMs, maxBytes = 256 * KB, key }: Request<Reply>,
): Promise<Reply> {
  const text = JSON.stringify(body)
  let status: number
  let answer: unknown
  try {
    const response = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        [SIGNATURE]: signBody(secret, text),
        ...(key && { 'idempotency-key': key }),
      },
      body: text,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    status = response.status
    answer = jsonOf(await readText(response, maxBytes))
  } catch (error) {
    if (error instanceof CourierError) throw error
    throw new CourierError(
      'unknown',
      error instanceof Error && error.name === 'TimeoutError'
        ? 'The courier did not answer in time'
        : 'The courier could not be reached',
    )
  }
  if (status >= 200 && status < 300) {
    const { data, error } = reply.safeParse(answer)
    if (error) throw new CourierError('unknown', `The courier’s answer cannot be used: ${placeOf(error)}`)
    return data
  }
  const kind = ownKind(status)
  const said = Refusal.safeParse(answer).data?.message ?? `the courier answered ${status}`
  throw new CourierError(kind, kind === 'not_accepted' ? `The keys are not accepted: ${said}` : said)
}

const placeOf = ({ issues: [issue] }: z.ZodError) => issue?.path.join('.') || 'it is no such object'

function ownKind(status: number): CourierErrorKind {
  if (status === 401 || status === 403) return 'not_accepted'
  if (status === 404 || status === 501) return 'not_offered'
  return [400, 409, 410, 422].includes(status) ? 'refused' : 'unknown'
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    // Leaving the loop ends the connection.
    if (size > maxBytes) throw new CourierError('unknown', 'The courier’s answer is too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

/** Undefined for text that is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function labelOf(base64: string): BookedParcel['label'] {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > MAX_LABEL_BYTES) throw new CourierError('unknown', 'The label is too large')
  if (!bytes.subarray(0, 8).toString('latin1').startsWith('%PDF-'))
    throw new CourierError('unknown', 'The label is no PDF')
  return bytes
}

const isAhead = ({ at }: { at: Date }) => at.getTime() > Date.now() + MAX_SKEW_MS
