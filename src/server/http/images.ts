import type { FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { ImageVariants } from './image-variants.ts'
import { QueueFull } from './job-queue.ts'
import { cachingOf, sendMissing } from './media.ts'
import type { SecurityHeaders } from './security-headers.ts'

type Asked = { Params: { size: string; '*': string }; Querystring: { dpr?: string; v?: string } }

/**
 * `/_img/{width}x/{path}.webp?dpr=1|2`, where `{path}` is the master's in the media folder with its own extension:
 * `/_img/640x/kiln/mug.avif.webp?dpr=2`. Any other width or density is a 404, so that nobody can fill the disk.
 * Spec §9; decisions §6 "Image variants".
 */
export function serveImages(
  app: FastifyInstance,
  { variants, headers }: { variants: ImageVariants; headers: SecurityHeaders },
) {
  app.addHook('onClose', async () => variants.close())
  app.route<Asked>({
    method: ['GET', 'HEAD'],
    url: '/_img/:size/*',
    async handler(request, reply) {
      const { params, query } = request
      const width = pixelsOf(params.size, query.dpr ?? '1')
      const path = params['*']
      const variant =
        width && path.endsWith('.webp')
          ? await variants.find(path.slice(0, -'.webp'.length), width)
          : undefined
      if (!variant) return sendMissing(reply, headers)
      // Mails and product feeds show these pictures too.
      reply.headers({
        ...headers.file('cross-origin'),
        etag: variant.etag,
        'cache-control': cachingOf({ isVersioned: query.v !== undefined }),
      })
      if (request.headers['if-none-match'] === variant.etag) return reply.code(304).send()
      try {
        return await reply.type('image/webp').send(await variant.body())
      } catch (error) {
        reply.removeHeader('etag').header('cache-control', 'no-store')
        if (error instanceof QueueFull) return reply.code(503).header('retry-after', '2').send()
        request.log.warn({ err: error, path }, 'image: could not be made')
        return reply.code(404).send()
      }
    },
  })
}

const widths: ReadonlySet<string> = new Set(limits.imageWidths.map((width) => `${width}x`))
const densities: ReadonlySet<string> = new Set(limits.imageDensities.map(String))

function pixelsOf(size: string, dpr: string): number | undefined {
  return widths.has(size) && densities.has(dpr) ? Number.parseInt(size, 10) * Number(dpr) : undefined
}
