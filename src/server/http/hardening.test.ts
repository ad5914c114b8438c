import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { serveFonts } from './static/fonts.ts'
import { serveMedia } from './static/media.ts'

const { app, guest } = await openShop({
  seed: 'small',
  extend: (server, _pipeline, { files }) => {
    serveFonts(server)
    serveMedia(server, { files, headers: createSecurityHeaders({ storeUrl: 'https://shop.example.com' }) })
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })

/** Sends bytes as they are, and returns what comes back until the server closes the connection. */
async function sendRaw(...lines: string[]): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(3_000, () => socket.destroy())
  socket.write(lines.join('\r\n'))
  let answer = ''
  try {
    for await (const part of socket) answer += part
  } catch {
    // Closed by the time limit: what came until then counts.
  }
  return answer
}

const statusesIn = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

const smuggled = 'GET /api/smuggled HTTP/1.1\r\nHost: shop.example.com\r\n\r\n'

test.each([
  ['both lengths', ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0'],
  ['two lengths', ['Content-Length: 5', 'Content-Length: 60'], '12345'],
  ['a length that is no number', ['Content-Length: +5'], '12345'],
  ['an unknown encoding after chunked', ['Transfer-Encoding: chunked, identity'], '0'],
  ['a space before the colon', ['Content-Length : 5'], '12345'],
  ['a header over two lines', ['X-One: 1', ' Content-Length: 5'], '12345'],
  ['a chunk length that is no number', ['Transfer-Encoding: chunked'], 'zz'],
])(
  'a request with %s is refused, and what follows it is not read as another',
  async (_title, headers, body) => {
    const answer = await sendRaw(
      'POST /api/cart/add-item HTTP/1.1',
      'Host: shop.example.com',
      'Content-Type: application/json',
      ...headers,
      '',
      body,
      '',
      smuggled,
    )
    expect(statusesIn(answer)).toEqual([400])
  },
)

test('TRACE, CONNECT and unknown methods reflect nothing and are not answered with 200', async () => {
  for (const method of ['TRACE', 'TRACK', 'DEBUG', 'CONNECT'])
    for (const path of ['/', '/api/cart/get', '/product/x']) {
      const answer = await sendRaw(
        `${method} ${path} HTTP/1.1`,
        'Host: shop.example.com',
        'Cookie: sid=canary',
        'Connection: close',
        '',
        '',
      )
      expect(answer, `${method} ${path}`).not.toMatch(/canary|HTTP\/1\.1 2/)
    }
})

test('no folder lists its files', async () => {
  for (const folder of [
    '/fonts',
    '/img',
    '/media',
    '/assets',
    '/admin/assets',
    '/api',
    '/.git',
    '/src',
    '/dist',
  ])
    for (const path of [folder, `${folder}/`, `${folder}/.`, `${folder}/..%2f`]) {
      const reply = await guest().request({ method: 'GET', url: path })
      expect([path, reply.status]).not.toEqual([path, 200])
      expect(String(JSON.stringify(reply.body)), path).not.toMatch(/\.woff2|\.webp|\.js\b|Index of/)
    }
  expect(
    (await guest().request({ method: 'GET', url: '/fonts/figtree-latin-wght-normal.woff2' })).status,
  ).toBe(200)
})
