import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type GatewayRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}
export type Answer = { status?: number; json: unknown }

/**
 * The fault of one request. `down`: not processed. `lost`: processed, but the connection closes before the reply. `rubbish`:
 * processed every other time, with an invalid reply. `slow`: processed, with a delayed reply.
 */
export type Trouble = 'none' | 'down' | 'lost' | 'rubbish' | 'slow'

/** Invalid replies of a failing service. */
const rubbish = [
  { status: 200, body: '' },
  { status: 200, body: '{}' },
  { status: 200, body: 'null' },
  { status: 200, body: '<html><h1>Welcome</h1></html>' },
  { status: 200, body: '{"id":"' },
  { status: 500, body: '<html><h1>Oops</h1></html>' },
]

/**
 * A local HTTP API of a payment company. `answer` handles its requests; `loseAnswers(n)` processes the next n requests but closes
 * the connection before the reply; `troubleOf` chooses a fault per request. It does not keep a process alive.
 */
export async function startGatewayServer(
  answer: (requested: GatewayRequest) => Answer | undefined,
  { troubleOf = () => 'none' }: { troubleOf?: (requested: GatewayRequest) => Trouble } = {},
) {
  let toLose = 0
  let rubbishSent = 0
  const seen: GatewayRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://company.invalid')
    const { method = '', headers } = request
    const requested = { method, path, query, headers, body: Buffer.concat(chunks).toString() }
    const trouble = toLose > 0 ? 'lost' : troubleOf(requested)
    if (trouble === 'down') return request.socket.destroy()
    const garbled = trouble === 'rubbish' ? rubbish[++rubbishSent % rubbish.length] : undefined
    if (garbled && rubbishSent % 4 < 2) return send(garbled)
    seen.push(requested)
    const { status = 200, json } = answer(requested) ?? {
      status: 404,
      json: { error: { message: 'Unknown' } },
    }
    if (trouble === 'lost') {
      toLose = Math.max(0, toLose - 1)
      return request.socket.destroy()
    }
    if (trouble === 'slow') await sleep(1_500)
    send(garbled ?? { status, body: JSON.stringify(json) })

    function send(sent: { status: number; body: string }) {
      response.writeHead(sent.status, { 'content-type': 'application/json' }).end(sent.body)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    loseAnswers: (times: number) => {
      toLose = times
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
