import type { IncomingMessage, ServerResponse } from 'node:http'
import { replyMessages } from '#contract/envelope.ts'
import { createServer } from '#server/platform/kernel/node-http.ts'
import { type ShopFace, startingPage } from '../bare-pages.ts'

const retryAfterSeconds = 2

/**
 * Listens while the shop starts (database, migrations, catalog index) and answers 503 with `Retry-After`, so that
 * shoppers, crawlers and load balancers see neither a refused connection nor a page without products. `/api/health`
 * answers 200: the process is alive.
 *
 * @throws when the address cannot be listened on.
 */
export async function listenWhileStarting({
  port,
  host,
  face,
}: {
  port: number
  host: string
  face?: ShopFace | undefined
}) {
  const server = createServer((request, response) => answer(request, response, face))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, resolve)
  })
  return {
    /** Frees the port at once; current answers are still sent. */
    close() {
      server.close()
      server.closeIdleConnections()
    },
  }
}

function answer(
  { method, url = '/' }: IncomingMessage,
  response: ServerResponse,
  face: ShopFace | undefined,
) {
  const { status, headers, body } = answerTo(url.split('?', 1)[0] ?? '', face)
  // A persistent connection would stay with this server after the shop has started.
  response.writeHead(status, { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) })
  response.end(method === 'HEAD' ? '' : body)
}

function answerTo(path: string, face: ShopFace | undefined) {
  if (path === '/api/health') return json(200, { status: 'success' })
  if (path !== '/api' && !path.startsWith('/api/')) return startingPage({ retryAfterSeconds, face })
  return json(503, { status: 'error', code: 'UNAVAILABLE', message: replyMessages.starting })
}

function json(status: number, body: Record<string, string>) {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  if (status === 503) headers['retry-after'] = String(retryAfterSeconds)
  return { status, headers, body: JSON.stringify(body) }
}
