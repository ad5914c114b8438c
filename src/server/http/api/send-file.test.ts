import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { sendCsv } from '#server/platform/kernel/handlers.ts'
import { sendReply } from './api-routes.ts'

/** A server whose answer to everything is this file. @returns its URL */
async function serve(content: () => AsyncIterable<string>) {
  const server = Fastify()
  onTestFinished(() => server.close())
  server.get('/', (_request, reply) =>
    sendReply(
      reply,
      { httpStatus: 200, body: null, file: sendCsv('rows', content()), tags: [], cookies: [] },
      false,
    ),
  )
  return server.listen({ host: '127.0.0.1', port: 0 })
}

test('a file in pieces arrives whole, with its name', async () => {
  const answer = await fetch(
    await serve(async function* () {
      yield 'a\r\n'
      yield '1\r\n'
    }),
  )
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="rows.csv"')
  expect(await answer.text()).toBe('a\r\n1\r\n')
})

test('a file that breaks off is no complete download', async () => {
  const url = await serve(async function* () {
    yield 'a\r\n'.repeat(50_000)
    throw new Error('database away')
  })
  await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow()
})

test('a file that cannot be begun is an error', async () => {
  const url = await serve(async function* () {
    await Promise.reject(new Error('database away'))
    yield ''
  })
  expect((await fetch(url)).status).toBe(500)
})

test('a reader that goes away ends the reading', async () => {
  let ended = () => {}
  const end = new Promise<void>((resolve) => {
    ended = resolve
  })
  const url = await serve(async function* () {
    try {
      for (;;) yield 'a\r\n'.repeat(50_000)
    } finally {
      ended()
    }
  })
  const aborter = new AbortController()
  await fetch(url, { signal: aborter.signal })
  aborter.abort()
  await end
})
