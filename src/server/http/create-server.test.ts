import { expect, test } from 'vitest'
import type { Services } from './context.ts'
import { createServer } from './create-server.ts'

const config = { mode: 'demo' } as Services['config']

test('an address that cannot be decoded is refused with the envelope, and tells nothing of the framework', async () => {
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

test('outside the API it is refused in plain words', async () => {
  const app = createServer({ config })
  app.get('/product/:slug', async () => 'never')

  const answer = await app.inject('/product/%F0%9F')

  expect(answer.statusCode).toBe(400)
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.body).toBe('This request could not be read')
})
