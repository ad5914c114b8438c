import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createDrain } from './drain.ts'

async function listening() {
  const app = Fastify({ forceCloseConnections: true, return503OnClosing: false })
  const drain = createDrain(app)
  const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.get('/fast', async () => 'fast')
  app.get('/slow', async () => {
    begun.resolve()
    await finish.promise
    return 'slow'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const get = async (path: string) => {
    const [reply] = (await once(httpRequest({ port, path, agent }).end(), 'response')) as [IncomingMessage]
    let body = ''
    for await (const chunk of reply) body += chunk
    return { body, connection: reply.headers.connection }
  }
  return { app, drain, port, get, begun: begun.promise, finish: finish.resolve }
}

test('while it drains, a server answers, and each reply ends its connection', async () => {
  const { app, drain, get } = await listening()
  expect((await get('/fast')).connection).toBe('keep-alive')
  expect(drain.isDraining()).toBe(false)

  drain.start()

  expect(drain.isDraining()).toBe(true)
  expect(await get('/fast')).toEqual({ body: 'fast', connection: 'close' })
  await app.close()
})

test('closing waits for replies in work, not for connections without a request', async () => {
  const { app, drain, port, get, begun, finish } = await listening()
  const opened = connect(port, '127.0.0.1')
  await once(opened, 'connect')
  const slow = get('/slow')
  await begun
  drain.start({ withinMs: 10_000 })
  const closed = app.close()
  await sleep(100)
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })

  finish()

  expect((await slow).body).toBe('slow')
  await closed
})

test('a reply that takes too long is cut off', async () => {
  const { app, drain, get, begun } = await listening()
  const slow = get('/slow').catch(({ code }) => code)
  await begun
  drain.start({ withinMs: 100 })

  await app.close()

  expect(await slow).toBe('ECONNRESET')
})
