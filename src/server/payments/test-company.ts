import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type Asked = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}
export type Answer = { status?: number; json: unknown }

/**
 * For tests: a payment company's HTTP API on this machine. `answer` is its side; `loseAnswers` makes it do what it is asked and
 * hang up before it has answered, as often as it says.
 */
export async function openCompany(answer: (asked: Asked) => Answer | undefined) {
  let toLose = 0
  const seen: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://company.invalid')
    const { method = '', headers } = request
    const asked = { method, path, query, headers, body: Buffer.concat(chunks).toString() }
    seen.push(asked)
    const { status = 200, json } = answer(asked) ?? { status: 404, json: { error: { message: 'Unknown' } } }
    if (toLose > 0) {
      toLose -= 1
      return request.socket.destroy()
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    loseAnswers: (times: number) => {
      toLose = times
    },
  }
}
