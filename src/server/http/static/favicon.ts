import type { FastifyInstance } from 'fastify'
import { readFavicon } from '#server/content/storefront/read-favicon.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import type { SecurityHeaders } from '../security-headers.ts'
import { cachingOf, mediaType } from './media.ts'

/** A bag, 32 x 32 px, for a shop without an icon of its own: a PNG, which browsers accept under this name. */
const BUNDLED = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgBAMAAACBVGfHAAAAMFBMVEVMaXEsJyEqJSAqJiEsIyMrJiEqJiArJiH///+XlJJqZmPm5eXKyci0srBHQj7z8vK8XUxyAAAAB3RSTlMA9INUFc/eXqq2KQAAAAlwSFlzAAALEwAACxMBAJqcGAAAALNJREFUKM9jYGBRFS+HgsIgBwYGBsNyJCDMwMBcjgIMGBxRBUQY1FEFihjCUQVKGSBW1N3e+xxiEQNEYkVHRxeEBREo3DHvZbc4kkBVT3n5ieVIApWd5eUzpuMRqO8Ag+9wgWqIwHa4QA1E4DhcoBYicB0uUAkRmA4XqIIILMctUAcReI5wGEQAyaU7QPxuJIETIIEeJIEbIIFeJAEkwCCOyi/EDGSMaMCIKIyoxIhs9OQAAHSH7PG/JMLVAAAAAElFTkSuQmCC',
  'base64',
)

/** `/favicon.ico`, which feed readers, bookmarks and link previews ask for without reading a page. */
export function serveFavicon(
  app: FastifyInstance,
  { services, headers }: { services: Pick<Services, 'db' | 'changes' | 'files'>; headers: SecurityHeaders },
) {
  const { files } = services
  app.route({
    method: ['GET', 'HEAD'],
    url: '/favicon.ico',
    config: { whileLocked: true },
    async handler(_request, reply) {
      const path = await readFavicon(services)
      const found = path === null ? undefined : await files.find(path)
      const type = path !== null && found ? mediaType(path) : undefined
      reply.headers({ ...headers.file('same-origin'), 'cache-control': cachingOf({ isVersioned: false }) })
      if (!found || !type) return reply.type('image/png').send(BUNDLED)
      return reply
        .type(type)
        .header('content-length', found.size)
        .send(await files.readStream(found.path))
    },
  })
}
