import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify'
import type { Services } from '#server/platform/kernel/context.ts'
import { traceOutgoingCalls } from '#server/platform/kernel/outgoing-calls.ts'
import { parseTraceparent, requestSpans, traceOf, withTrace } from '#server/platform/kernel/trace.ts'
import { createHttpsCheck } from './https-only.ts'
import { isReadable, refuseBytes, refuseExpectation } from './refuse-unreadable.ts'

const KB = 1_024

/** Creates a Fastify instance that does not listen yet, with the limits of security §23. */
export function createServer({ config }: Pick<Services, 'config'>): FastifyInstance {
  const app = Fastify({
    logger: false,
    // Forwarded addresses are trusted only from the configured proxies (security §10).
    trustProxy: config.trustedProxies?.length ? [...config.trustedProxies] : false,
    bodyLimit: 256 * KB,
    requestTimeout: 10_000,
    keepAliveTimeout: 65_000,
    connectionTimeout: 30_000,
    maxRequestsPerSocket: 1_000,
    forceCloseConnections: true,
    // What arrives on an open connection is answered: `drain.ts`.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 512 },
    // `isReadable` checks the header, so that its refusal has the envelope.
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    clientErrorHandler: refuseBytes,
    schemaController: { compilersFactory: { buildValidator: hasNoSchemas, buildSerializer: hasNoSchemas } },
    exposeHeadRoutes: false,
    frameworkErrors: (_error, request, reply) => refuseRequest(request, reply),
  })
  app.server.on('checkExpectation', refuseExpectation)
  const httpsOnly = createHttpsCheck(config)
  traceOutgoingCalls()
  app.addHook('onRequest', enterRequest)
  // Repeated, because events of a body's stream do not run in the async context of the request.
  app.addHook('preValidation', enterRequest)
  app.addHook('onRequest', async (request, reply) => {
    if (!isReadable(request.raw)) return refuseRequest(request, reply)
    const refused = httpsOnly(request.raw)
    if (refused)
      return reply
        .code(refused.status)
        .headers(refused.headers)
        .send(refused.body || undefined)
    if (config.mode !== 'production') return
    // Demo-only pages do not exist in production.
    if (request.url.startsWith('/dev/')) return reply.code(404).send()
  })
  return app
}

/**
 * Routes have no Fastify schemas: the pipeline checks inputs with zod. Fastify would otherwise load its two compilers, 120 modules.
 */
function hasNoSchemas(): never {
  throw new Error('Routes have no Fastify schema; describe the endpoint in src/contract')
}

/** Anyone may name the trace: it is 32 hex digits of log lines, which have an id of our own beside them. ADR 0015. */
const enterRequest: onRequestHookHandler = ({ id: requestId, raw }, _reply, done) => {
  const span = requestSpans.get(raw)
  const parent = span ? undefined : parseTraceparent(raw.headers.traceparent)
  const trace = parent ? { id: parent.traceId, isSampled: parent.isSampled } : traceOf(span, requestId)
  withTrace({ ...trace, requestId }, done)
}

/**
 * Refuses requests that no route sees, such as a URL with a `%` that escapes nothing, with the shop's message instead of
 * Fastify's.
 */
function refuseRequest({ url }: FastifyRequest, reply: FastifyReply) {
  const message = 'This request could not be read'
  reply.code(400).header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  if (url.startsWith('/api/'))
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ status: 'error', code: 'BAD_REQUEST', message }))
  return reply.type('text/plain; charset=utf-8').send(message)
}
