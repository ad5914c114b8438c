import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerBuildFiles } from '#server/http/static/build-files.ts'
import { buildFixture } from './open-fixture.ts'

const { buildFile, pages, buildId } = await buildFixture()
const { body: html } = await pages.document({
  url: '/',
  api: { visit: () => 1, isLoggedIn: true },
  cookies: {},
  isBot: false,
  mode: 'production',
})
const addresses = [...html.matchAll(/"(\/assets\/[^"]+\.(?:css|js))"/g)].map(
  ([, address]) => address as string,
)
const entry = addresses.find(
  (address) => address.includes('entry-client') && address.endsWith('.js'),
) as string

test('an asset is sent in an accepted encoding and as immutable', () => {
  const identity = buildFile(entry, '')
  const gzip = buildFile(entry, 'gzip, deflate')
  const brotli = buildFile(entry, 'gzip, deflate, br, zstd')

  expect(identity?.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(identity?.body.length),
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  })
  expect(identity?.headers).not.toHaveProperty('content-encoding')
  expect(gzip?.headers['content-encoding']).toBe('gzip')
  expect(brotli?.headers['content-encoding']).toBe('br')
  expect(gunzipSync(gzip?.body as Buffer)).toEqual(identity?.body)
  expect(brotliDecompressSync(brotli?.body as Buffer)).toEqual(identity?.body)
  expect(new Set([identity, gzip, brotli].map((reply) => reply?.headers.etag)).size).toBe(3)
})

test.for([
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0,gzip;q=0', undefined],
  ['BR;q=0.5', 'br'],
  ['brotli', undefined],
])('an asset for accept-encoding "%s" is sent as %s', ([accepted, encoding]) => {
  expect(buildFile(entry, accepted)?.headers['content-encoding']).toBe(encoding)
})

test('a style sheet is sent as text/css', () => {
  const style = addresses.find((address) => address.endsWith('.css')) as string

  expect(buildFile(style)?.headers['content-type']).toBe('text/css; charset=utf-8')
})

test('latest.json is never cached', () => {
  const { status, headers, body } = buildFile('/_build/latest.json') ?? {}

  expect([status, headers?.['cache-control']]).toEqual([200, 'no-cache'])
  expect(JSON.parse(String(body))).toEqual({ id: buildId, timestamp: expect.any(Number) })
})

test('the build manifest lists the chunks of every path', () => {
  const { headers, body } = buildFile(`/_build/meta/${buildId}.json`) ?? {}
  const manifest = JSON.parse(String(body))

  expect(headers?.['cache-control']).toContain('immutable')
  expect(manifest).toMatchObject({ id: buildId, prerendered: [] })
  expect(Object.keys(manifest.routes)).toEqual([
    '/',
    '/shop-online',
    '/shop-online/*',
    '/product/*',
    '/old/*',
    '/away',
    '/loop/*',
    '/broken/*',
    '/account',
    '/account/*',
    '/unguarded',
    '/content/*',
    '/form',
  ])
  for (const chunk of manifest.routes['/product/*']) expect(buildFile(chunk)?.status).toBe(200)
  expect(manifest.routes['/product/*'].join()).toMatch(/\/assets\/product-/)
})

test('a file of another build answers 404, and other paths are not handled', () => {
  for (const path of [
    '/assets/entry-client-old.js',
    '/_build/meta/old.json',
    '/assets/../build.json',
    '/assets/',
  ]) {
    expect(buildFile(path)).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } })
  }
  expect(buildFile(`${entry}.br`)?.status).toBe(404)
  expect(buildFile('/product/moon-vase')).toBeUndefined()
  expect(buildFile('/assetsmanager')).toBeUndefined()
})

test('Fastify serves the same files, and 304 for a matching ETag', async () => {
  const app = fastify()
  registerBuildFiles(app, buildFile)

  const first = await app.inject({ url: entry, headers: { 'accept-encoding': 'br' } })
  expect([first.statusCode, first.headers['content-encoding']]).toEqual([200, 'br'])
  expect(first.rawPayload).toEqual(buildFile(entry, 'br')?.body)
  const headers = { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) }
  const again = await app.inject({ url: `${entry}?x=1`, headers })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const { statusCode } = await app.inject({ url: '/assets/nope.js' })
  expect(statusCode).toBe(404)
  const { statusCode: headStatus, body } = await app.inject({ url: entry, method: 'HEAD' })
  expect([headStatus, body]).toEqual([200, ''])
})
