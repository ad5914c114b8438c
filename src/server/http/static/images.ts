import type { FastifyInstance } from 'fastify'
import * as limits from '#contract/limits.ts'
import { PRIVATE } from '#server/kernel/file-storage.ts'
import { isImageOverload } from '#server/media/image-overload.ts'
import type { ImageVariants } from '#server/media/image-variants.ts'
import type { SecurityHeaders } from '../security-headers.ts'
import { cachingOf, sendMissing } from './media.ts'

type ImageRoute = { Params: { size: string; '*': string }; Querystring: { dpr?: string; v?: string } }

/**
 * `/_img/{width}x/{path}.webp?dpr=1|2`, where `{path}` is the original's in the media folder with its own extension:
 * `/_img/640x/kiln/mug.avif.webp?dpr=2`. Any other width or density is a 404, so that requests cannot fill the disk.
 * An image that cannot be made for now is a 503 with Retry-After, which no cache keeps. Spec §9; decisions §6 "Image
 * variants".
 */
export function serveImages(
  app: FastifyInstance,
  { variants, headers }: { variants: ImageVariants; headers: SecurityHeaders },
) {
  app.addHook('onClose', async () => variants.close())
  app.route<ImageRoute>({
    method: ['GET', 'HEAD'],
    url: '/_img/:size/*',
    config: { whileLocked: 'store-pictures' },
    async handler(request, reply) {
      const { params, query } = request
      const width = pixelsOf(params.size, query.dpr ?? '1')
      const path = params['*']
      if (
        !width ||
        !path.endsWith('.webp') ||
        path.endsWith(`${PRIVATE}.webp`) ||
        path.startsWith('customisation/')
      )
        return sendMissing(reply, headers)
      try {
        const variant = await variants.find(path.slice(0, -'.webp'.length), width)
        if (!variant) return sendMissing(reply, headers)
        const isKnown = request.headers['if-none-match'] === variant.etag
        const body = isKnown ? undefined : await variant.body()
        // Mails and product feeds show these images too.
        reply.headers({
          ...headers.file('cross-origin'),
          etag: variant.etag,
          'cache-control': cachingOf({ isVersioned: query.v !== undefined }),
        })
        return body ? reply.type('image/webp').send(body) : reply.code(304).send()
      } catch (error) {
        request.log.warn({ err: error, path }, 'image: could not be made')
        if (!isImageOverload(error)) return sendMissing(reply, headers)
        reply.headers({ ...headers.file('cross-origin'), 'cache-control': 'no-store', 'retry-after': '2' })
        return reply.code(503).send()
      }
    },
  })
}

const widths: ReadonlySet<string> = new Set(limits.imageWidths.map((width) => `${width}x`))
const densities: ReadonlySet<string> = new Set(limits.imageDensities.map(String))

function pixelsOf(size: string, dpr: string): number | undefined {
  return widths.has(size) && densities.has(dpr) ? Number.parseInt(size, 10) * Number(dpr) : undefined
}
