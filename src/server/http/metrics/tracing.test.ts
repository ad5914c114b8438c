import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { type ReceivedSpan, startCollector } from '#harness/collector.ts'
import { startGatewayServer } from '#harness/gateways/gateway-server.ts'
import { startRazorpayServer } from '#harness/gateways/razorpay-server.ts'
import { startStripeServer } from '#harness/gateways/stripe-server.ts'
import { openShop, type Shop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { offerGateways } from '#server/commerce/gateways/offer-gateways.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { startJobs } from '#server/platform/jobs/start-jobs.ts'
import { parseTraceparent } from '#server/platform/kernel/trace.ts'
import { smsTransport } from '#server/platform/notify/sms-transports.ts'
import { openTracing } from './open-tracing.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const traceparent = `00-${TRACE}-${CALLER}-01`

const [stripe, razorpay, collector, faulty] = await Promise.all([
  startStripeServer(),
  startRazorpayServer(),
  startCollector(),
  startCollector(),
])
const opened = await openShop({
  seed: true,
  pages: true,
  pageCache: true,
  gateways: { stripe: stripe.keys, razorpay: razorpay.keys },
})
const shop = withPayments(opened)
await offerGateways(shop.db, shop.services.config)
const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })

afterAll(() => {
  for (const server of [stripe, razorpay, collector, faulty]) server.close()
})

const get = async (path: string, headers: Record<string, string> = {}, at = origin) =>
  (await fetch(at + path, { headers, redirect: 'manual' })).status

/** Renames a table, so that what reads it fails. */
async function withoutTable(table: string, work: () => Promise<unknown>) {
  await sql`alter table ${sql.id(table)} rename to away`.execute(shop.db)
  try {
    await work()
  } finally {
    await sql`alter table away rename to ${sql.id(table)}`.execute(shop.db)
  }
}

async function linesOf(work: () => Promise<unknown>) {
  const before = shop.logged.length
  await work()
  return shop.logged.slice(before)
}

test('every log line of a request has the trace id of its traceparent, beside its own request id', async () => {
  const lines = await linesOf(() =>
    withoutTable('products', async () => {
      expect(await get('/api/product/single-product/moon-vase', { traceparent })).toBe(500)
      expect(await get('/product/no-such-vase', { traceparent })).toBe(500)
      expect(await get('/api/admin/orders', { traceparent })).toBe(401)
    }),
  )
  expect(lines.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['call failed', 'page failed', 'access refused']),
  )
  for (const line of lines) expect(line).toMatchObject({ trace_id: TRACE, request_id: expect.any(String) })
  expect(new Set(lines.map(({ request_id }) => request_id)).size).toBe(3)
})

const hostile = {
  'no header': undefined,
  'an empty one': '',
  'another version': traceparent.replace('00', '01'),
  'the invalid version': traceparent.replace('00', 'ff'),
  'capital letters': traceparent.toUpperCase(),
  'no trace': `00-${'0'.repeat(32)}-${CALLER}-01`,
  'no caller': `00-${TRACE}-${'0'.repeat(16)}-01`,
  'another letter': traceparent.replace('4b', '4g'),
  'a space in it': traceparent.replace('-01', '- 1'),
  'more at its end': `${traceparent}-00`,
  'two of them': `${traceparent}, ${traceparent}`,
  '10 KB of hex digits': '4b'.repeat(5_000),
  '10 KB of its beginning': '00-'.repeat(3_400),
}

test.each(Object.entries(hostile))(
  'a traceparent with %s is ignored: the trace id is the request id',
  async (_, header) => {
    const lines = await linesOf(() =>
      get('/api/admin/orders', header === undefined ? {} : { traceparent: header }),
    )
    expect(lines).toEqual([expect.objectContaining({ msg: 'access refused' })])
    const { trace_id, request_id } = lines[0] ?? {}
    expect(trace_id).toBe(String(request_id).replaceAll('-', ''))
    expect(trace_id).toMatch(/^[\da-f]{32}$/)
  },
)

/** The traces that outgoing calls sent; each call has a span of its own. */
function tracesOf(seen: { headers: Record<string, unknown> }[]) {
  const sent = seen.map(({ headers }) => parseTraceparent(headers.traceparent))
  expect(new Set(sent.map((one) => one?.spanId)).size).toBe(seen.length)
  expect(sent.map((one) => one?.spanId)).not.toContain(CALLER)
  return new Set(sent.map((one) => one && `${one.traceId} ${one.isSampled}`))
}

test.each([
  ['stripe', stripe],
  ['razorpay', razorpay],
])('calls to %s carry the trace of the request, each with a span of its own', async (method, company) => {
  const shopper = await shop.guestAtPayment(await shop.productWith(5), method)
  const { order_id, token } = ok(await shopper.order())
  const before = company.seen.length
  const { status } = await shopper.request({
    method: 'POST',
    url: '/api/checkout/process-payment',
    headers: { 'content-type': 'application/json', traceparent },
    payload: JSON.stringify({ order_id, token }),
  })
  expect(status).toBe(200)
  const seen = company.seen.slice(before)
  expect(seen.length).toBeGreaterThan(0)
  expect(tracesOf(seen)).toEqual(new Set([`${TRACE} true`]))
})

const message = { id: 1, kind: 'otp', recipient: '+919876543210', subject: '', text: 'Hello', html: null }

/** Runs a job that sends an SMS, once. */
async function runJob(
  name: string,
  { services, url }: { services: Pick<Shop['services'], 'db' | 'log' | 'startSpan'>; url: string },
) {
  const ended = Promise.withResolvers<void>()
  const job = defineJob({
    name,
    schedule: { every: 3_600 },
    async run(_, { log }) {
      log.info('sending')
      await smsTransport({ provider: 'webhook', url })(message).finally(ended.resolve)
    },
  })
  const jobs = await startJobs({ services, jobs: [job], pool: shop.pool })
  await ended.promise
  await jobs.stop()
}

test('a run of a job is a trace of its own, in its log lines and calls; calls outside of requests and jobs have none', async () => {
  const sms = await startGatewayServer(() => ({ json: {} }))
  onTestFinished(sms.close)
  const lines = await linesOf(() => runJob('send-sms', { services: shop.services, url: sms.apiUrl }))
  const line = lines.find(({ msg }) => msg === 'sending')
  expect(line?.trace_id).toMatch(/^[\da-f]{32}$/)
  expect(line).not.toHaveProperty('request_id')
  expect(tracesOf(sms.seen)).toEqual(new Set([`${line?.trace_id} false`]))

  await fetch(sms.apiUrl)
  expect(sms.seen.at(-1)?.headers).not.toHaveProperty('traceparent')
})

/** Another process of the shop, which sends its traces there. */
async function openTraced(url: string, { ratio = 1, pages = false } = {}) {
  let tracing: ReturnType<typeof openTracing> | undefined
  const { pool, db, connection } = shop
  const traced = await openShop({
    beside: { db, pool, connection },
    seed: true,
    ...{ pages, pageCache: pages },
    gateways: { stripe: stripe.keys },
    extend(app, _pipeline, services) {
      tracing = openTracing(app, {
        config: {
          url: `${url}/v1/traces`,
          headers: { authorization: 'Bearer of-the-collector' },
          serviceName: 'vitrine',
          ratio,
        },
        log: services.log,
        pageRoute: (path) => (path.startsWith('/product/') ? '/product/:slug+' : undefined),
      })
      services.startSpan = tracing.startSpan
    },
  })
  if (!tracing) throw new Error('No tracing')
  const { startObserving, close } = tracing
  startObserving()
  afterAll(close)
  const tracedOrigin = await traced.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    ...withPayments(traced),
    ...{ app: traced.app, services: traced.services, logged: traced.logged },
    close,
    get: (path: string, headers: Record<string, string> = {}) => get(path, headers, tracedOrigin),
  }
}

/** They arrive in batches, a second after the request at the earliest. */
const eventually = (expectation: () => void) => vi.waitFor(expectation, { timeout: 20_000, interval: 100 })

const ofTrace = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId)
const childrenOf = (parent: ReceivedSpan | undefined) =>
  collector.spans.filter(({ parentId }) => parentId === parent?.id)

const traced = await openTraced(collector.url, { pages: true })
const unsampled = await openTraced(collector.url, { ratio: 0 })
const disturbed = await openTraced(faulty.url)
const alone = await openTraced('http://127.0.0.1:9')

/** A trace for one test. @returns its id and its header */
function newTrace(flags = '01') {
  const id = crypto.randomUUID().replaceAll('-', '')
  return { id, header: `00-${id}-${CALLER}-${flags}` }
}

test('pages, cached ones too, payloads and calls are spans of the caller’s trace, by route pattern and status', async () => {
  const { id, header } = newTrace()
  for (const path of [
    '/product/moon-vase',
    '/product/moon-vase',
    '/product/no-such-vase',
    '/api/product/single-product/moon-vase',
  ])
    await traced.get(path, { traceparent: header })
  const requestsOf = () => ofTrace(id).filter(({ kind }) => kind === 2)
  await eventually(() => expect(requestsOf().length).toBe(4))

  expect(requestsOf().map(({ name, attributes }) => [name, attributes['http.response.status_code']])).toEqual(
    [
      ['GET /product/:slug+', 200],
      ['GET /product/:slug+', 200],
      ['GET /product/:slug+', 404],
      ['GET /api/product/single-product/:id', 200],
    ],
  )
  expect(new Set(requestsOf().map(({ parentId }) => parentId))).toEqual(new Set([CALLER]))
  const [rendered, cached, , call] = requestsOf()
  expect(childrenOf(cached)).toEqual([])
  for (const request of [rendered, call])
    expect(childrenOf(request)).toContainEqual(
      expect.objectContaining({
        kind: 3,
        attributes: { 'db.system.name': 'postgresql', 'db.query.summary': expect.any(String) },
      }),
    )
  const all = JSON.stringify(ofTrace(id))
  expect(all).not.toContain('vase')
  expect(all).not.toContain('where')
  expect(collector.requests[0]).toMatchObject({
    url: '/v1/traces',
    headers: { 'content-type': 'application/x-protobuf', authorization: 'Bearer of-the-collector' },
  })
})

test('without a collector no second listener sees requests, those for cached pages included', () => {
  expect(shop.app.server.listenerCount('request')).toBe(1)
  expect(traced.app.server.listenerCount('request')).toBe(2)
})

test('a call to a gateway is a span of the request, which the gateway gets as the caller', async () => {
  const { id, header } = newTrace()
  const shopper = await traced.guestAtPayment(await traced.productWith(5), 'stripe')
  const { order_id, token } = ok(await shopper.order())
  const before = stripe.seen.length
  await shopper.request({
    method: 'POST',
    url: '/api/checkout/process-payment',
    headers: { 'content-type': 'application/json', traceparent: header },
    payload: JSON.stringify({ order_id, token }),
  })
  const callers = stripe.seen.slice(before).map(({ headers }) => parseTraceparent(headers.traceparent))
  const isCall = ({ attributes }: ReceivedSpan) => 'server.address' in attributes
  await eventually(() => expect(ofTrace(id).filter(isCall).length).toBe(callers.length))

  const calls = ofTrace(id).filter(isCall)
  expect(new Set(callers.map((one) => one?.spanId))).toEqual(new Set(calls.map((call) => call.id)))
  expect(calls[0]).toMatchObject({
    kind: 3,
    hasFailed: false,
    attributes: { 'server.address': '127.0.0.1', 'http.response.status_code': 200 },
  })
  const request = ofTrace(id).find(({ kind }) => kind === 2)
  expect(request?.name).toBe('POST /api/checkout/process-payment')
  expect(new Set(calls.map(({ parentId }) => parentId))).toEqual(new Set([request?.id]))
})

test('a request that fails has a failed span, and so has its statement; its log lines have the trace', async () => {
  const { id, header } = newTrace()
  await withoutTable('products', () =>
    traced.get('/api/product/single-product/oxford-shirt', { traceparent: header }),
  )
  await eventually(() => expect(ofTrace(id).find(({ kind }) => kind === 2)?.hasFailed).toBe(true))
  expect(ofTrace(id).some(({ kind, hasFailed }) => kind === 3 && hasFailed)).toBe(true)
  expect(traced.logged.find(({ msg }) => msg === 'call failed')).toMatchObject({ trace_id: id })
})

test('a run of a job is a trace with its statements and calls; a call without an answer has failed', async () => {
  const away = createServer((request) => request.socket.destroy())
  await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void away.close())
  const { port } = away.address() as { port: number }
  await runJob('send-nothing', { services: traced.services, url: `http://127.0.0.1:${port}` })
  await eventually(() =>
    expect(collector.spans).toContainEqual(
      expect.objectContaining({ name: 'job send-nothing', kind: 5, parentId: '', hasFailed: true }),
    ),
  )
  const job = collector.spans.find(({ name }) => name === 'job send-nothing')
  await eventually(() =>
    expect(traced.logged).toContainEqual(
      expect.objectContaining({ msg: 'job failed, will be retried', trace_id: job?.traceId }),
    ),
  )
  expect(childrenOf(job)).toContainEqual(expect.objectContaining({ name: 'POST', hasFailed: true }))
})

test('a trace that its caller does not record is not recorded, and without one the share decides', async () => {
  const sampled = newTrace()
  await unsampled.get('/api/health', { traceparent: newTrace('00').header })
  await unsampled.get('/api/health')
  await unsampled.get('/api/health', { traceparent: sampled.header })
  await eventually(() => expect(ofTrace(sampled.id)).not.toEqual([]))
  const health = collector.spans.filter(({ name }) => name === 'GET /api/health')
  expect(health.map(({ traceId }) => traceId)).toEqual([sampled.id])
})

test('requests are answered while the collector is away, refuses or is silent; that is logged once, and when it is over', async () => {
  faulty.answer((response) => void response.writeHead(500).end())
  const messages = () => disturbed.logged.map(({ msg }) => msg)
  for (let batch = 1; batch <= 2; batch++) {
    expect(await disturbed.get('/api/health')).toBe(200)
    await eventually(() => expect(faulty.requests.length).toBeGreaterThanOrEqual(batch))
    await sleep(50)
  }
  expect(messages()).toEqual(['traces are lost: the collector does not take them'])
  faulty.accept()
  expect(await disturbed.get('/api/health')).toBe(200)
  await eventually(() => expect(messages().at(-1)).toBe('traces are sent again'))

  faulty.answer(() => {})
  expect(await disturbed.get('/api/health')).toBe(200)
  const started = performance.now()
  await disturbed.close()
  expect(performance.now() - started).toBeLessThan(3_500)

  expect(await alone.get('/api/health')).toBe(200)
  await alone.close()
  expect(alone.logged.map(({ msg }) => msg)).toEqual(messages().slice(0, 1))
})

test('what is recorded is sent before the process ends', async () => {
  const { id, header } = newTrace()
  await unsampled.get('/api/health', { traceparent: header })
  await unsampled.close()
  expect(ofTrace(id)).toContainEqual(expect.objectContaining({ name: 'GET /api/health' }))
})
