import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A courier that exists only in the memory of this process, behind the protocol of docs/couriers.md: for tests, and as the beginning of
 * an adapter. Needs no packages. `npm run courier-stand-in` starts it.
 */

type Scan = { status: string; at: string; location?: string; remark?: string }
type Parcel = {
  key: string
  waybill: string
  carrier: string
  price: number | null
  tracking_url: string
  label_pdf: string
  is_cancelled: boolean
  direction: string
  collect: number
  scans: Scan[]
}

/**
 * The fault of one request. `down`: not processed. `lost`: processed, but the connection closes before the reply. `slow`: processed,
 * answered after `slowMs`. The others are processed and answered unusably.
 */
export type Trouble =
  | 'none'
  | 'down'
  | 'lost'
  | 'slow'
  | 'broken'
  | 'html'
  | 'huge'
  | 'refused'
  | 'not offered'
  | 'not offered'

type Options = {
  port?: number
  key: string
  secret: string
  troubleOf?: (path: string) => Trouble
  slowMs?: number
}

const services = [
  { service: 'surface', name: 'Surface', price: 4_900, days: 5 },
  { service: 'air', name: 'Air', price: 9_900, days: 2 },
]

/** @returns its address, its parcels by key, and a sender of webhooks. */
export async function startCourierStandIn({
  port = 0,
  key: token,
  secret,
  troubleOf = () => 'none',
  slowMs = 1_000,
}: Options) {
  const parcels = new Map<string, Parcel>()
  const cancelled = new Set<string>()
  const pickups = new Map<string, { reference: string; date: string; waybills: string[] }>()
  const seen: { path: string; body: Record<string, unknown> }[] = []

  const server = createServer(async (request, response) => {
    const path = (request.url ?? '/').replace(/^\/+/, '')
    const text = await bodyOf(request)
    const trouble = troubleOf(path)
    if (trouble === 'down') return request.socket.destroy()
    const { status, json } = answer(path, text, request.headers)
    if (trouble === 'lost') return request.socket.destroy()
    if (trouble === 'slow') await sleep(slowMs)
    if (trouble === 'broken') return send(500, '{"message":"Out of order"}')
    if (trouble === 'html') return send(200, '<html><h1>Welcome</h1></html>')
    if (trouble === 'huge') return send(200, `{"waybill":"${'9'.repeat(10_000_000)}"}`)
    if (trouble === 'not offered') return send(501, '{}')
    if (trouble === 'refused') return send(422, '{"message":"The postcode is not served"}')
    send(status, JSON.stringify(json))

    function send(code: number, body: string) {
      response.writeHead(code, { 'content-type': 'application/json' }).end(body)
    }
  })

  function answer(path: string, text: string, headers: IncomingMessage['headers']) {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401, json: { message: 'Unknown key' } }
    if (!isSigned(secret, text, String(headers['x-courier-signature'])))
      return { status: 401, json: { message: 'Wrong signature' } }
    const body = JSON.parse(text) as Record<string, unknown>
    seen.push({ path, body })
    const way = Object.entries(ways).find(([name]) => name === path)?.[1]
    const found = way?.(body)
    return found
      ? { status: 200, json: found }
      : { status: way ? 409 : 404, json: { message: 'Not possible' } }
  }

  const ways = {
    ping: () => ({}),
    rates: () => ({ rates: services }),
    book: (body: Record<string, unknown>) => {
      const key = String(body.key)
      const known = parcels.get(key)
      if (cancelled.has(key)) return undefined
      if (known) return known
      const waybill = `SI${String(parcels.size + 1).padStart(4, '0')}${key.slice(0, 8).toUpperCase()}`
      const parcel: Parcel = {
        ...{ key, waybill, carrier: 'Stand-in Express', is_cancelled: false, scans: [] },
        ...{ direction: String(body.direction), collect: Number(body.collect) },
        price: services.find(({ service }) => service === body.service)?.price ?? null,
        tracking_url: `https://courier.example/${waybill}`,
        label_pdf: labelOf(`${waybill}  ${body.order_no}`).toString('base64'),
      }
      parcels.set(key, parcel)
      return parcel
    },
    cancel: ({ key }: Record<string, unknown>) => {
      cancelled.add(String(key))
      const parcel = parcels.get(String(key))
      if (parcel) parcel.is_cancelled = true
      return {}
    },
    track: ({ waybill }: Record<string, unknown>) => ({ scans: byWaybill(String(waybill))?.scans ?? [] }),
    pickup: ({ key, date, waybills }: Record<string, unknown>) => {
      const known = pickups.get(String(key))
      const made = known ?? {
        reference: `PU-${pickups.size + 1}`,
        date: String(date),
        waybills: waybills as string[],
      }
      pickups.set(String(key), made)
      return { reference: made.reference }
    },
  }

  const byWaybill = (waybill: string) => [...parcels.values()].find((parcel) => parcel.waybill === waybill)

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    parcels,
    pickups,
    seen,
    /** The body and headers of a webhook with these scans. */
    event(waybill: string, scans: Scan[], seconds = Math.floor(Date.now() / 1_000)) {
      const body = JSON.stringify({ events: [{ waybill, scans }] })
      return {
        body,
        headers: { 'content-type': 'application/json', 'x-courier-signature': sign(secret, body, seconds) },
      }
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 over `<seconds>.<body>`. */
const sign = (secret: string, body: string, seconds: number) =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

function isSigned(secret: string, body: string, signature: string): boolean {
  const seconds = Number(/^t=(\d{1,12}),/.exec(signature)?.[1])
  const expected = Buffer.from(sign(secret, body, seconds))
  const given = Buffer.from(signature)
  return (
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    Math.abs(Date.now() / 1_000 - seconds) < 300
  )
}

/** A PDF of one small page with a line of ASCII text. */
export function labelOf(line: string): Buffer {
  const content = `BT /F1 14 Tf 20 200 Td (${line.replace(/[^ -'*-[\]-~]/g, '')}) Tj ET`
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 288 432]>>',
    '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  text += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${count} /Root 1 0 R>>\nstartxref\n`
  return Buffer.from(`${text}${text.lastIndexOf('xref\n0')}\n%%EOF\n`, 'latin1')
}

if (process.argv.at(-1) === 'serve') {
  const {
    COURIER_KEY: key = randomUUID(),
    COURIER_SECRET: secret = randomUUID(),
    PORT = '4600',
  } = process.env
  const { url } = await startCourierStandIn({ port: Number(PORT), key, secret })
  console.log(`COURIER_URL=${url}\nCOURIER_KEY=${key}\nCOURIER_SECRET=${secret}`)
  setInterval(() => {}, 3_600_000)
}
