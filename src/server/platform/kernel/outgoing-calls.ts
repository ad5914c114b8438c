import { randomBytes } from 'node:crypto'
import { type ChannelListener, subscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { currentTrace, type Span } from './trace.ts'

/** A call by `fetch`, as undici reports it. */
type Fetched = { method: string; origin: string | URL; addHeader(name: string, value: string): void }
type Failed<Request> = { request: Request; error: Error }

const spans = new WeakMap<object, Span>()
let isListening = false

/**
 * Sends `traceparent` with every HTTP call of a request or a job: to gateways, couriers, SMS services, shared caches and buckets, and
 * with those of plugins. Node reports them on these channels, whichever client makes them; nothing of Node's clients is loaded for it.
 */
export function traceOutgoingCalls() {
  if (isListening) return
  isListening = true
  listen('undici:request:create', ({ request }: { request: Fetched }) => {
    const traceparent = start(
      request,
      request.method,
      () => URL.parse(String(request.origin))?.hostname ?? '',
    )
    if (traceparent) request.addHeader('traceparent', traceparent)
  })
  listen(
    'undici:request:headers',
    ({ request, response }: { request: Fetched; response: { statusCode: number } }) =>
      end(request, response.statusCode),
  )
  listen('undici:request:error', ({ request }: Failed<Fetched>) => end(request))
  listen('http.client.request.created', ({ request }: { request: ClientRequest }) => {
    // With a list of headers, or one that is expected to be answered first, they are under way.
    if (request.headersSent || request.hasHeader('traceparent')) return
    const traceparent = start(request, request.method, () => request.host)
    if (traceparent) request.setHeader('traceparent', traceparent)
  })
  listen(
    'http.client.response.finish',
    ({ request, response }: { request: ClientRequest; response: IncomingMessage }) =>
      end(request, response.statusCode),
  )
  listen('http.client.request.error', ({ request }: Failed<ClientRequest>) => end(request))
}

/** @param onMessage takes what Node documents for this channel */
const listen = <Message>(channel: string, onMessage: (message: Message) => void) =>
  subscribe(channel, onMessage as ChannelListener)

/** @returns the header to send; undefined outside of requests and jobs. Path and query of an address may be secret. */
function start(request: object, method: string, hostOf: () => string): string | undefined {
  const trace = currentTrace()
  if (!trace) return undefined
  const parent = trace.span
  let spanId: string | undefined
  if (parent?.isSampled) {
    const attributes = { 'http.request.method': method, 'server.address': hostOf() }
    const span = parent.startChild(method, { kind: 'CLIENT', attributes })
    spans.set(request, span)
    spanId = span.id
  }
  return `00-${trace.id}-${spanId ?? randomBytes(8).toString('hex')}-${trace.isSampled ? '01' : '00'}`
}

/** Without a status there was no answer. */
function end(request: object, status?: number) {
  spans.get(request)?.end({
    ...(status !== undefined && { attributes: { 'http.response.status_code': status } }),
    isFailed: status === undefined || status >= 400,
  })
  spans.delete(request)
}
