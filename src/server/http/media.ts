import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findMediaFile, type MediaFile } from './media-path.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** What the media folder may hold for the public to see; anything else in it is nobody's business. */
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
  '.woff2': 'font/woff2',
}

/** How long a browser may keep a file; forever only where the address names a version of it. */
export const cachingOf = ({ isVersioned }: { isVersioned: boolean }) =>
  isVersioned ? 'public, max-age=31536000, immutable' : 'public, max-age=86400, stale-while-revalidate=604800'

/** `/media/*`: pictures, videos and fonts as they were put into the media folder. Security §12, §13. */
export function serveMedia(
  app: FastifyInstance,
  { mediaDir, headers }: { mediaDir: string; headers: SecurityHeaders },
) {
  app.route<{ Params: { '*': string }; Querystring: { v?: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    async handler(request, reply) {
      const path = request.params['*']
      const type = TYPES[extname(path).toLowerCase()]
      const found = type && (await findMediaFile(mediaDir, path))
      if (!found) return sendMissing(reply, headers)
      const etag = `"${Math.trunc(found.mtimeMs).toString(36)}-${found.size.toString(36)}"`
      reply.headers({
        ...headers.file('same-origin'),
        etag,
        'cache-control': cachingOf({ isVersioned: request.query.v !== undefined }),
        'accept-ranges': 'bytes',
      })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return sendFile(request, reply.type(type), found, etag)
    },
  })
}

/** 404 for a file: nothing to read in it, and nothing kept, as it may come. */
export const sendMissing = (reply: FastifyReply, headers: SecurityHeaders) =>
  reply
    .code(404)
    .headers({ ...headers.file('same-origin'), 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send('Not Found')

function sendFile(request: FastifyRequest, reply: FastifyReply, { file, size }: MediaFile, etag: string) {
  const range = rangeOf(request, size, etag)
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${size}`).send()
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  if (request.method === 'HEAD' || size === 0) return reply.send()
  return reply.send(createReadStream(file, range))
}

/** One range, as video players ask for it; of several, or of an older version, the whole file is sent. RFC 9110 §14. */
function rangeOf({ headers }: FastifyRequest, size: number, etag: string) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'outside' : { start, end }
}
