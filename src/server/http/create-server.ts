import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Services } from './context.ts'
import { refusePlainHttp } from './https-only.ts'

const KB = 1_024

/** A Fastify that listens to nothing yet, with the limits of security §23. */
export function createServer({ config }: Pick<Services, 'config'>): FastifyInstance {
  const app = Fastify({
    logger: false,
    // A forwarded address is believed only when an operator says which proxies there are (security §10).
    trustProxy: config.trustedProxies?.length ? [...config.trustedProxies] : false,
    bodyLimit: 256 * KB,
    requestTimeout: 10_000,
    keepAliveTimeout: 65_000,
    connectionTimeout: 30_000,
    maxRequestsPerSocket: 1_000,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 512 },
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000 },
    exposeHeadRoutes: false,
    frameworkErrors: (_error, request, reply) => refuseAddress(request, reply),
  })
  app.addHook('onRequest', async (request, reply) => {
    const refused = refusePlainHttp(config, request, reply)
    if (refused) return refused
    if (config.mode !== 'production') return
    // The demo's own corners do not exist in production.
    if (request.url.startsWith('/dev/')) return reply.code(404).send()
  })
  return app
}

/** What no route is asked about, such as a `%` that escapes nothing: refused in the shop's words, never in Fastify's. */
function refuseAddress({ url }: FastifyRequest, reply: FastifyReply) {
  const message = 'This request could not be read'
  reply.code(400).header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  if (url.startsWith('/api/'))
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ status: 'error', code: 'BAD_REQUEST', message }))
  return reply.type('text/plain; charset=utf-8').send(message)
}
