import { Agent, request } from 'node:http'

export type Answer = { status: number; body: string; ms: number }

/** A browser with one keep-alive connection, with a token that of staff. Times are from the request to the last byte. */
export function openClient({ port, token }: { port: number; token?: string }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (method: string, path: string, input?: object) =>
    new Promise<Answer>((resolve, reject) => {
      const began = performance.now()
      const body = input && JSON.stringify(input)
      const sent = request(
        {
          ...{ agent, port, host: '127.0.0.1', method, path },
          headers: {
            ...(token ? { cookie: `admin_sid=${token}` } : {}),
            'sec-fetch-site': 'same-origin',
            ...(body
              ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
              : {}),
          },
        },
        (response) => {
          const pieces: Buffer[] = []
          response.on('data', (piece: Buffer) => pieces.push(piece))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              body: Buffer.concat(pieces).toString(),
              ms: performance.now() - began,
            }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  return {
    get: (path: string) => ask('GET', path),
    post: (path: string, input: object) => ask('POST', path, input),
    close: () => agent.destroy(),
  }
}

export type StaffClient = ReturnType<typeof openClient>
