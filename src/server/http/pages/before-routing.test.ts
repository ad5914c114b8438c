import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { beforeRouting } from './before-routing.ts'

/** `/ready` is sent before routing. */
async function listening() {
  const app = Fastify()
  app.get('/*', async ({ url }) => `routed ${url}`)
  beforeRouting(app, (request, response) => {
    if (request.url !== '/ready') return false
    response.end('ready')
    return true
  })
  const get = async (path: string) => {
    const { port } = app.server.address() as { port: number }
    const sent = httpRequest({ port, path, host: '127.0.0.1' }).end()
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    let body = ''
    for await (const chunk of reply) body += chunk
    return body
  }
  onTestFinished(() => app.close())
  return { app, get }
}

test('available replies are sent before routing, other requests are routed', async () => {
  const { app, get } = await listening()
  await app.listen({ port: 0, host: '127.0.0.1' })

  expect(await get('/ready')).toBe('ready')
  expect(await get('/other')).toBe('routed /other')
  expect(await get('//example.com/')).toBe('routed //example.com/')
})

test('a closing server leaves all requests to Fastify, which ends the connections', async () => {
  const { app, get } = await listening()
  let answer = ''
  app.addHook('preClose', async () => {
    answer = await get('/ready')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })

  await app.close()

  expect(answer).not.toBe('')
  expect(answer).not.toBe('ready')
})
