import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ownValue } from '#contract/rules/own-value.ts'
import type { FileStorage, StoredFile } from '#server/platform/kernel/file-storage.ts'
import { fieldIn } from '#server/platform/kernel/post-form.ts'
import type { SecurityHeaders } from '../security-headers.ts'

/** The public file types of the media folder; other files in it are not served. */
const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Undefined for files that are not public. */
export const mediaType = (path: string) => ownValue(TYPES, extname(path).toLowerCase())

/** Pictures of customers: their unguessable address is excluded from shared caches and search engines. */
export const isPersonal = (path: string) => /^(customisation|refund)\//.test(path)
export const PERSONAL = { 'cache-control': 'private, max-age=3600', 'x-robots-tag': 'noindex' }

/** How long a browser may keep a file; forever only when the URL contains a version. */
export const cachingOf = ({ isVersioned }: { isVersioned: boolean }) =>
  isVersioned ? 'public, max-age=31536000, immutable' : 'public, max-age=86400, stale-while-revalidate=604800'

/** The path in the media folder that the address ends with. */
export const filePath = ({ params }: { params: unknown }): string | undefined => {
  const path = fieldIn(params, '*')
  return typeof path === 'string' ? path : undefined
}

/** `/media/*`: images, videos, captions and fonts of the media folder. Security §12, §13. */
export function serveMedia(
  app: FastifyInstance,
  { files, headers }: { files: FileStorage; headers: SecurityHeaders },
) {
  app.route<{ Params: { '*': string }; Querystring: { v?: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    config: { whileLocked: 'store-pictures', sharedFile: filePath },
    async handler(request, reply) {
      const path = request.params['*']
      const type = mediaType(path)
      const found = type && (await files.find(path))
      if (!found) return sendMissing(reply, headers)
      const etag = `"${Math.trunc(found.modifiedMs).toString(36)}-${found.size.toString(36)}"`
      reply.headers({
        ...headers.file('same-origin'),
        etag,
        ...(isPersonal(path)
          ? PERSONAL
          : { 'cache-control': cachingOf({ isVersioned: request.query.v !== undefined }) }),
        'accept-ranges': 'bytes',
      })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return sendFile(request, reply.type(type), { files, found, etag })
    },
  })
}

/** A 404 for a file, with an empty body and not cached, as the file may appear later. */
export const sendMissing = (reply: FastifyReply, headers: SecurityHeaders) =>
  reply
    .code(404)
    .headers({ ...headers.file('same-origin'), 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send('Not Found')

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, found: { path, size }, etag }: { files: FileStorage; found: StoredFile; etag: string },
) {
  const range = rangeOf(request, size, etag)
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${size}`).send()
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  if (request.method === 'HEAD' || size === 0) return reply.send()
  return reply.send(await files.readStream(path, range))
}

/**
 * One range, as video players request it; for several ranges, or one of an older version, the whole file is sent. RFC
 * 9110 §14.
 */
function rangeOf({ headers }: FastifyRequest, size: number, etag: string) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'outside' : { start, end }
}
