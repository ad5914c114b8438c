import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Services } from './context.ts'

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
  })
  app.addHook('onRequest', async (request, reply) => {
    if (config.mode !== 'production') return
    // The demo's own corners do not exist in production.
    if (request.url.startsWith('/dev/')) return reply.code(404).send()
  })
  return app
}
