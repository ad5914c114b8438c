import type { FastifyInstance } from 'fastify'
import type { ImageVariants } from '#server/platform/media/image-variants.ts'

const message =
  'This process does background work only (ROLE=worker). Pages and calls are answered by processes with ROLE=web or all.'

/**
 * What a worker answers besides readiness and metrics: that it is alive, and 503 for everything else, which crawlers and balancers
 * that were sent here by mistake take as temporary.
 * @returns prepares nothing: a worker has no back office.
 */
export function serveWorker(
  app: FastifyInstance,
  variants: Pick<ImageVariants, 'close'>,
): () => Promise<void> {
  app.addHook('onClose', async () => variants.close())
  app.get('/api/health', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'success' }))
  app.setNotFoundHandler(({ url }, reply) => {
    reply.code(503).headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    return url.startsWith('/api/')
      ? reply.send({ status: 'error', code: 'UNAVAILABLE', message })
      : reply.type('text/plain; charset=utf-8').send(message)
  })
  return async () => {}
}
