import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BarePage } from '../bare-pages.ts'
import { type CachedPage, compressFor, readRequestHead, sendIfCompressed } from './cached-page.ts'

/** Sends a page, compressed as the request accepts it. */
export async function sendPage(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
  shared?: Record<string, string>,
) {
  const requestHead = readRequestHead(raw)
  await compressFor(requestHead, page)
  // Nothing can fail from here on: a hijacked reply cannot be returned to Fastify.
  reply.hijack()
  sendIfCompressed(requestHead, reply.raw, page, shared)
}

/** Sends the reply of a page check or of a failure. */
export const sendBare = (reply: FastifyReply, { status, headers, body }: BarePage) =>
  reply
    .code(status)
    .headers(headers)
    .send(body || undefined)

/** The same for a request that Fastify does not route. */
export function sendBareRaw(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: BarePage,
) {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(method === 'HEAD' ? undefined : body)
}
