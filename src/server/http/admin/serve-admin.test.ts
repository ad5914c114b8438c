import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createSecurityHeaders } from '../security-headers.ts'
import { serveAdmin } from './serve-admin.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-admin-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A back office whose build is finished by `finish`. */
async function open(name: string) {
  const dist = join(folder, name)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const app = Fastify()
  const logged: string[] = []
  const { prepare } = serveAdmin(app, {
    services: { log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }) },
    headers: createSecurityHeaders({ storeUrl: 'https://shop.example' }),
    dist,
    ensureBuilt: () => promise,
  })
  await app.ready()
  const finish = async () => {
    mkdirSync(join(dist, 'assets'), { recursive: true })
    writeFileSync(join(dist, 'assets/entry-1.js'), 'export {}')
    const build = { script: 'assets/entry-1.js', styles: ['assets/style-1.css'], preloads: [] }
    writeFileSync(join(dist, 'build.json'), JSON.stringify(build))
    resolve()
    await prepare()
  }
  const fail = async () => {
    reject(new Error('a syntax error'))
    await prepare()
  }
  return { app, finish, fail, logged, get: (url: string) => app.inject({ url }) }
}

test('a request before the build gets a page that reloads itself, and later the back office', async () => {
  const { get, finish } = await open('late')
  const early = await get('/admin/orders')
  expect([early.statusCode, early.headers['retry-after']]).toEqual([503, '2'])
  expect(early.body).toContain('http-equiv="refresh"')

  await finish()
  const page = await get('/admin/orders')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('src="/admin/assets/entry-1.js"')
  expect((await get('/admin/assets/entry-1.js')).headers['cache-control']).toContain('immutable')
  expect((await get('/admin/assets/missing.js')).statusCode).toBe(404)
})

test('the policy of the back office has a new nonce per page, no unsafe source and no frame around it', async () => {
  const { get, finish } = await open('policy')
  await finish()
  const pages = [await get('/admin'), await get('/admin/login?token=x')]
  const policies = pages.map(({ headers }) => String(headers['content-security-policy']))

  for (const [at, policy] of policies.entries()) {
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    expect(pages[at]?.body).toContain(`nonce="${nonce}"`)
    expect(policy).not.toContain('unsafe-')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("default-src 'none'")
  }
  expect(policies[0]).not.toBe(policies[1])
  for (const { headers } of pages)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    })
  expect(pages[1]?.body, 'the token is read from the address only').not.toContain('token')
})

test('a failed build is logged and shown, and does not end the process', async () => {
  const { get, fail, logged } = await open('failed')
  await fail()
  const page = await get('/admin')
  expect(page.statusCode).toBe(503)
  expect(page.body).toContain('could not be built')
  expect(logged.join()).toContain('the back office was not built')
})
