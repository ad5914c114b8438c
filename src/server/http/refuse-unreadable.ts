import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ownValue } from '#contract/rules/own-value.ts'
import { STATUS_CODES } from '#server/platform/kernel/node-http.ts'

const envelope = JSON.stringify({
  status: 'error',
  code: 'BAD_REQUEST',
  message: 'This request could not be read',
})

const headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(envelope)),
}

const statusOf: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** A client that keeps its side open would otherwise occupy the connection without end. */
const LINGER_MS = 1_000

/** Answers bytes that are no HTTP request with the envelope, and closes the connection. Security §2. */
export function refuseBytes(error: { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = ownValue(statusOf, error.code ?? '') ?? 400
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${envelope}`)
  // Not at once: unread bytes would reset the connection before the client has read the answer.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** Answers an `Expect` header that the server does not support. */
export const refuseExpectation = (_request: IncomingMessage, response: ServerResponse) =>
  response.writeHead(417, headers).end(envelope)

/**
 * Whether a request names a path of the shop, and its host once: proxies and the shop may read different ones of two, and of a whole URL
 * in the place of the path (RFC 9112 §3.2). HTTP/1.0 has no such header, and `OPTIONS *` no path.
 */
export function isReadable({ rawHeaders, headers, httpVersion, method, url }: IncomingMessage): boolean {
  if (!url?.startsWith('/') && !(method === 'OPTIONS' && url === '*')) return false
  if (headers.host === undefined) return httpVersion === '1.0'
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts < 2
}
