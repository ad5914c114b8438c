import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as limits from '#contract/limits.ts'
import { PRIVATE } from '#server/platform/kernel/file-storage.ts'
import { QueueFull } from '#server/platform/kernel/job-queue.ts'
import { isImageOverload } from '#server/platform/media/image-overload.ts'
import type { VariantFormat } from '#server/platform/media/image-process.ts'
import type { ImageVariants, Variant } from '#server/platform/media/image-variants.ts'
import type { SecurityHeaders } from '../security-headers.ts'
import { cachingOf, filePath, isPersonal, sendMissing } from './media.ts'

type ImageRoute = { Params: { size: string; '*': string }; Querystring: { dpr?: string; v?: string } }

/**
 * `/_img/{width}x/{path}.webp?dpr=1|2`, where `{path}` is the original's in the media folder with its own extension:
 * `/_img/640x/kiln/mug.avif.webp?dpr=2`; with `.jpg` in place of `.webp` as JPEG, for mails. Any other width or density is a 404, so that requests cannot fill the disk.
 * So are pictures of customers: their sizes would stay on the disk when the picture is deleted.
 * While a size takes long to make, a small original is sent in its place. An image that cannot be made for now is a 503 with Retry-After, which no cache keeps. Spec §9; decisions §6 "Image
 * variants".
 */
export function serveImages(
  app: FastifyInstance,
  {
    variants,
    headers,
    originalAfterMs = ORIGINAL_AFTER_MS,
    answerWithinMs = ANSWER_WITHIN_MS,
  }: {
    variants: ImageVariants
    headers: SecurityHeaders
    originalAfterMs?: number
    answerWithinMs?: number
  },
) {
  app.addHook('onClose', async () => variants.close())
  app.route<ImageRoute>({
    method: ['GET', 'HEAD'],
    url: '/_img/:size/*',
    config: {
      whileLocked: 'store-pictures',
      sharedFile: (request) => filePath(request)?.replace(/\.\w+$/, ''),
    },
    async handler(request, reply) {
      const { params, query } = request
      const width = pixelsOf(params.size, query.dpr ?? '1')
      const [, path = '', ending = ''] = /^(.+)\.(webp|jpg)$/s.exec(params['*']) ?? []
      const format = ending === 'webp' ? 'webp' : 'jpeg'
      if (!width || path === '' || path.endsWith(PRIVATE) || isPersonal(path))
        return sendMissing(reply, headers)
      try {
        const image = await within(answerWithinMs, async () => {
          const variant = await variants.find(path, width, format)
          if (!variant) return undefined
          const isKnown = request.headers['if-none-match'] === variant.etag
          const shown = isKnown
            ? undefined
            : await contentOf(variant, { format, accept: request.headers.accept, originalAfterMs })
          return { etag: variant.etag, shown }
        })
        if (!image) return sendMissing(reply, headers)
        const { etag, shown } = image
        // Mails and product feeds show these images too.
        reply.headers(headers.file('cross-origin'))
        if (shown?.isOriginal)
          return reply.header('cache-control', 'no-store').type(shown.type).send(shown.body)
        reply.headers({ etag, 'cache-control': cachingOf({ isVersioned: query.v !== undefined }) })
        return shown ? reply.type(shown.type).send(shown.body) : reply.code(304).send()
      } catch (error) {
        request.log.warn({ err: error, path }, 'image: could not be made')
        if (!isImageOverload(error)) return sendMissing(reply, headers)
        reply.headers({ ...headers.file('cross-origin'), 'cache-control': 'no-store', 'retry-after': '2' })
        return reply.code(503).send()
      }
    },
  })
}

/** Longer than a variant takes on an idle machine. ADR 0048. */
const ORIGINAL_AFTER_MS = 300

/** Shorter than the silence after which the server closes a connection, which would be an answer without a status. */
const ANSWER_WITHIN_MS = 20_000

/** @throws QueueFull when the work takes longer; it goes on for the next visitor. */
async function within<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const answered = new AbortController()
  const late = sleep(ms, undefined, { signal: answered.signal }).then(() => {
    throw new QueueFull('The image waits too long for its turn')
  })
  return Promise.race([work(), late]).finally(() => answered.abort())
}

/**
 * The variant; the original when the variant takes too long or the server is overloaded, and the original is small and of a type that
 * the browser reads. The variant is still made, for the next visitor.
 */
async function contentOf(
  variant: Variant,
  {
    format,
    accept = '',
    originalAfterMs,
  }: { format: VariantFormat; accept: string | undefined; originalAfterMs: number },
) {
  const made = variant.body().then((body) => ({ type: `image/${format}`, body, isOriginal: false }))
  const waiting = new AbortController()
  const late = sleep(originalAfterMs, undefined, { signal: waiting.signal }).catch(() => {})
  const inTime = await Promise.race([made, late])
    .catch((error: unknown) => {
      if (!isImageOverload(error)) throw error
    })
    .finally(() => waiting.abort())
  if (inTime) return inTime
  const original = await variant.original()
  if (!original || !isRead(original.type, format, accept)) return made
  // A failure of the variant is that of the next visitor's.
  made.catch(() => {})
  return { ...original, isOriginal: true }
}

/** Browsers name AVIF where they read it. Who asks for JPEG may read nothing newer. */
const isRead = (type: string, format: VariantFormat, accept: string) =>
  type === 'image/avif' || type === 'image/webp'
    ? format === 'webp' && (type === 'image/webp' || accept.includes(type))
    : true

const widths: ReadonlySet<string> = new Set(limits.imageWidths.map((width) => `${width}x`))
const densities: ReadonlySet<string> = new Set(limits.imageDensities.map(String))

function pixelsOf(size: string, dpr: string): number | undefined {
  return widths.has(size) && densities.has(dpr) ? Number.parseInt(size, 10) * Number(dpr) : undefined
}
