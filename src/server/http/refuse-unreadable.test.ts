import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Services } from '#server/platform/kernel/context.ts'
import { createServer } from './create-server.ts'
import { beforeRouting } from './pages/before-routing.ts'

const app = createServer({ config: { mode: 'demo' } as Services['config'] })
app.get('/api/any', async () => ({ status: 'success' }))
// As a cached page is sent.
beforeRouting(app, (request, response) => {
  if (request.url !== '/cached') return false
  response.end('a cached page')
  return true
})
await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

/** Sends the lines as they are and returns status line and body of the answer. */
async function send(...lines: string[]) {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  let answer = ''
  for await (const part of socket) answer += part
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body }
}

const refused = JSON.stringify({
  status: 'error',
  code: 'BAD_REQUEST',
  message: 'This request could not be read',
})

test.each([
  ['an unknown method', 400, ['FOO /api/any HTTP/1.1', 'Host: a']],
  ['a header without a colon', 400, ['GET /api/any HTTP/1.1', 'Host: a', 'wrong']],
  ['headers above the limit', 431, ['GET /api/any HTTP/1.1', 'Host: a', `X: ${'a'.repeat(20_000)}`]],
  [
    'two body lengths',
    400,
    ['POST /api/any HTTP/1.1', 'Host: a', 'Content-Length: 3', 'Transfer-Encoding: chunked'],
  ],
  [
    'an unknown expectation',
    417,
    ['GET /api/any HTTP/1.1', 'Host: a', 'Expect: a miracle', 'Connection: close'],
  ],
  ['no host', 400, ['GET /api/any HTTP/1.1', 'Connection: close']],
  ['two hosts', 400, ['GET /api/any HTTP/1.1', 'Host: a', 'Host: b', 'Connection: close']],
])('%s is refused with the envelope', async (_, status, lines) => {
  expect(await send(...lines)).toEqual({ status, body: refused })
})

test('a cached page is not sent to a request with two hosts', async () => {
  const lines = ['GET /cached HTTP/1.1', 'Host: a']
  expect(await send(...lines, 'Connection: close')).toMatchObject({ status: 200 })
  expect(await send(...lines, 'Host: b', 'Connection: close')).toMatchObject({ status: 400 })
})

test.each(['*', 'http://b/cached', 'cached'])('%s, which is no path, is refused', async (target) => {
  expect(await send(`GET ${target} HTTP/1.1`, 'Host: a', 'Connection: close')).toMatchObject({ status: 400 })
})

test('the options of the server are no path', async () => {
  expect(await send('OPTIONS * HTTP/1.1', 'Host: a', 'Connection: close')).toMatchObject({ status: 404 })
})

test('a request that takes too long ends its connection although the client keeps its side open and goes on sending', async () => {
  app.server.headersTimeout = 100
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  const answered = once(socket, 'data')
  socket.write('GET /api/any HTTP/1.1\r\nHost: a\r\n')
  expect(String(await answered)).toMatch(/^HTTP\/1\.1 408 /)
  const sending = setInterval(() => socket.write('X: a\r\n'), 100)
  onTestFinished(() => clearInterval(sending))

  const getConnections = promisify(app.server.getConnections.bind(app.server))
  await expect.poll(() => getConnections(), { timeout: 4_000 }).toBe(0)
})
