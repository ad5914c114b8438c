import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Services } from '#server/platform/kernel/context.ts'
import { badRequest } from '#server/platform/kernel/errors.ts'
import { createServer } from '../create-server.ts'
import { logOptions } from '../log-options.ts'
import { answerErrors } from './answer-errors.ts'

/** A server that listens, with the log lines it has written. */
async function openServer(addRoutes: (app: FastifyInstance, log: pino.Logger) => void) {
  const lines: Record<string, unknown>[] = []
  const log = pino({ ...logOptions }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const app = createServer({ config: { mode: 'demo' } as Services['config'] })
  answerErrors(app, { log })
  addRoutes(app, log)
  onTestFinished(() => app.close())
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { origin, lines }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const post = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const sqlError = new Error('insert into customers (email) values ($1)')

test('log lines contain the id of their request, also after a body was read and across awaits', async () => {
  const { origin, lines } = await openServer((app, log) => {
    app.post<{ Body: { name: string; ms: number } }>('/api/work', async ({ body: { name, ms }, id }) => {
      log.info({ name }, 'begun')
      await new Promise((resolve) => setTimeout(resolve, ms))
      log.info({ name }, 'done')
      return { id }
    })
  })
  const ids = await Promise.all(
    [
      { name: 'slow', ms: 60 },
      { name: 'fast', ms: 5 },
    ].map(async (work) => ((await (await post(`${origin}/api/work`, work)).json()) as { id: string }).id),
  )

  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(id).toMatch(uuid)
  for (const [at, name] of ['slow', 'fast'].entries())
    expect(
      lines.filter((line) => line.name === name).map(({ msg, request_id }) => [msg, request_id]),
    ).toEqual([
      ['begun', ids[at]],
      ['done', ids[at]],
    ])
})

test('background work logs without a request id', async () => {
  const { lines } = await openServer((_, log) => log.info('the hourly job'))
  expect(lines[0]).not.toHaveProperty('request_id')
})

test('an unexpected error under /api returns the envelope with the request id of its log line', async () => {
  const { origin, lines } = await openServer((app) => {
    app.post('/api/payments/webhook/x', async () => {
      throw sqlError
    })
  })
  const response = await post(`${origin}/api/payments/webhook/x`, {})
  const body = (await response.json()) as Record<string, unknown>

  expect(response.status).toBe(500)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(body).toEqual({
    status: 'error',
    code: 'SERVER',
    message: 'An unexpected error occurred.',
    request_id: expect.stringMatching(uuid),
  })
  expect(lines.map(({ msg, request_id }) => [msg, request_id])).toEqual([['request failed', body.request_id]])
})

test('an unexpected error elsewhere returns the error page with the request id of its log line', async () => {
  const { origin, lines } = await openServer((app) => {
    app.get('/unsubscribe/:token', async () => {
      throw sqlError
    })
  })
  const response = await fetch(`${origin}/unsubscribe/a-private-token`)
  const html = await response.text()

  expect(response.status).toBe(500)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(html).toContain('Error Code 500')
  expect(html).not.toContain('insert into')
  expect(lines).toHaveLength(1)
  expect(html).toContain(`<code>${lines[0]?.request_id}</code>`)
  expect(JSON.stringify(lines)).not.toContain('a-private-token')
})

test('an unavailable database answers 503 with Retry-After', async () => {
  const { origin } = await openServer((app) => {
    app.get('/media/x', async () => {
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    })
  })
  const response = await fetch(`${origin}/media/x`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.text()).toContain('One moment')
})

test('an expected refusal outside the API is plain text, and is not logged', async () => {
  const { origin, lines } = await openServer((app) => {
    app.get('/media/x', async () => {
      throw badRequest('This picture has no such size')
    })
  })
  const response = await fetch(`${origin}/media/x`)
  expect([response.status, await response.text()]).toEqual([400, 'This picture has no such size'])
  expect(lines).toEqual([])
})
