import { expect, test } from 'vitest'
import type { Services } from '#server/platform/kernel/context.ts'
import { createServer } from './create-server.ts'

const config = { mode: 'demo' } as Services['config']

test('a URL that cannot be decoded is refused with the envelope, without details of the framework', async () => {
  const app = createServer({ config })
  app.get('/api/product/:id', async () => 'never')

  const answer = await app.inject('/api/product/%F0%9F')

  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({
    status: 'error',
    code: 'BAD_REQUEST',
    message: 'This request could not be read',
  })
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test('outside the API it is refused as plain text', async () => {
  const app = createServer({ config })
  app.get('/product/:slug', async () => 'never')

  const answer = await app.inject('/product/%F0%9F')

  expect(answer.statusCode).toBe(400)
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.body).toBe('This request could not be read')
})

test('a request that a proxy received over plain http is redirected to https, or refused', async () => {
  const behindProxy = { ...config, storeUrl: 'https://shop.example.com', trustedProxies: ['127.0.0.1'] }
  const app = createServer({ config: behindProxy })
  app.get('/about', async () => 'page')
  app.post('/api/auth/login', async () => 'call')
  const plain = { 'x-forwarded-proto': 'http' }

  const page = await app.inject({ url: '/about?from=mail', headers: plain })
  expect(page.statusCode).toBe(308)
  expect(page.headers.location).toBe('https://shop.example.com/about?from=mail')
  const call = await app.inject({ method: 'POST', url: '/api/auth/login', headers: plain })
  expect(call).toMatchObject({ statusCode: 403 })
  expect(call.json()).toMatchObject({ status: 'error', code: 'FORBIDDEN' })

  expect((await app.inject({ url: '/about', headers: { 'x-forwarded-proto': 'https' } })).body).toBe('page')
  // A health check of the machine itself bypasses the proxy.
  expect((await app.inject('/about')).body).toBe('page')
  const open = createServer({ config: { ...behindProxy, storeUrl: 'http://localhost:3000' } })
  open.get('/about', async () => 'page')
  expect((await open.inject({ url: '/about', headers: plain })).body).toBe('page')
})
