import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { openBuiltPages, registerBuildFiles } from './build-files.ts'
import { createSharedBuildFiles, keepPublished } from './shared-build-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-two-builds-'))
const open: { close(): unknown }[] = []
afterAll(async () => {
  for (const one of open) await one.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A build as `npm run build` leaves it: a chunk that both releases have, and two of its own. */
function makeBuild(id: string): { dist: string; paths: string[] } {
  const dist = join(folder, id)
  for (const part of ['client/assets', 'server']) mkdirSync(join(dist, part), { recursive: true })
  writeFileSync(
    join(dist, 'build.json'),
    JSON.stringify({ id, timestamp: 1, entry: '', heads: {}, chunks: {} }),
  )
  writeFileSync(join(dist, 'server/entry-server.js'), 'export const openPages = () => ({ routes: [] })')
  const names = { 'same-Aa1_bB2-.js': 'same', [`entry-${id}9x_A.js`]: id, [`view-${id}0-z_.css`]: `.${id}{}` }
  for (const [name, text] of Object.entries(names)) {
    writeFileSync(join(dist, 'client/assets', name), text)
    if (name.startsWith('entry'))
      writeFileSync(join(dist, 'client/assets', `${name}.br`), brotliCompressSync(text))
  }
  return { dist, paths: [...Object.keys(names).map((name) => `/assets/${name}`), `/_build/meta/${id}.json`] }
}

/** A host of a release, with the storage that all of them share, and how often it queried the storage. */
async function openHost(dist: string, storageFolder: string | undefined) {
  const host = { port: 0, storageReads: 0 }
  const storage = storageFolder ? createDiskStorage(storageFolder) : undefined
  const files = storage && {
    ...storage,
    find: (path: string) => {
      host.storageReads += 1
      return storage.find(path)
    },
  }
  const shared = files && createSharedBuildFiles({ files, part: 'shop' })
  const { buildFile, own, buildId } = await openBuiltPages<{ routes: [] }>(dist)
  const app = Fastify()
  registerBuildFiles(app, buildFile, shared?.find)
  await shared?.publish(buildId, own)
  await app.listen({ port: 0, host: '127.0.0.1' })
  open.push(app)
  host.port = (app.server.address() as AddressInfo).port
  return host
}

/** Hands each request to the next host. */
async function openBalancer(ports: readonly number[]): Promise<string> {
  let turn = 0
  const balancer: Server = createServer(async ({ url, headers }, response) => {
    const answer = await fetch(`http://127.0.0.1:${ports[turn++ % ports.length]}${url}`, {
      headers: { 'accept-encoding': String(headers['accept-encoding']) },
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => balancer.closeAllConnections() ?? balancer.close() })
  return `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`
}

const statusesOf = async (origin: string, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await fetch(origin + path)).status))

const [old, next] = [makeBuild('old'), makeBuild('next')]
const all = [...old.paths, ...next.paths]

test('two releases behind a balancer serve the files of both', async () => {
  const storage = join(folder, 'storage')
  const first = await openHost(old.dist, storage)
  const second = await openHost(next.dist, storage)
  const balancer = await openBalancer([first.port, second.port])

  // Twice, so that each file is requested from each host.
  for (const round of [1, 2]) {
    const requested = round === 1 ? all : [...all.slice(1), ...all.slice(0, 1)]
    expect(await statusesOf(balancer, requested)).toEqual(requested.map(() => 200))
  }
  for (const { port } of [first, second]) {
    expect(await statusesOf(`http://127.0.0.1:${port}`, all)).toEqual(all.map(() => 200))
    const entry = await fetch(`http://127.0.0.1:${port}/assets/entry-old9x_A.js`)
    expect([await entry.text(), entry.headers.get('content-type')]).toEqual([
      'old',
      'text/javascript; charset=utf-8',
    ])
    expect(entry.headers.get('cache-control')).toContain('immutable')
  }
})

test('a host asks the storage once for a file of another release, and never for its own', async () => {
  const storage = join(folder, 'counted')
  await openHost(old.dist, storage)
  const host = await openHost(next.dist, storage)
  const origin = `http://127.0.0.1:${host.port}`
  host.storageReads = 0

  await statusesOf(origin, next.paths)
  expect(host.storageReads).toBe(0)
  for (const _ of [1, 2, 3]) await statusesOf(origin, ['/assets/entry-old9x_A.js'])
  expect(host.storageReads).toBe(1)
})

test('a name that no release has is not found, and the storage is not queried for impossible ones', async () => {
  const host = await openHost(next.dist, join(folder, 'storage'))
  const origin = `http://127.0.0.1:${host.port}`
  host.storageReads = 0
  const impossible = [
    '/assets/..%2f..%2fbuild.json',
    '/assets/a/b.js',
    '/_build/other.json',
    `/assets/${'x'.repeat(5_000)}.js`,
  ]
  expect(await statusesOf(origin, impossible)).toEqual(impossible.map(() => 404))
  const first = await fetch(`${origin}/assets/gone-12345678.js`)
  expect([first.status, first.headers.get('cache-control')]).toEqual([404, 'no-store'])
  const reads = host.storageReads
  await fetch(`${origin}/assets/gone-12345678.js`)
  expect(host.storageReads).toBe(reads)
})

test('a build that no host has used for a week is deleted, but for what another one shares with it', async () => {
  const place = join(folder, 'weeks')
  const files = createDiskStorage(place)
  const shared = createSharedBuildFiles({ files, part: 'shop' })
  const [oldBuild, nextBuild] = [
    await openBuiltPages<{ routes: [] }>(old.dist),
    await openBuiltPages<{ routes: [] }>(next.dist),
  ]
  const names = async () =>
    (await Readable.from(files.list('builds')).toArray()).map(({ path }) => path).join()
  const age = (id: string, days: number) => {
    const at = Date.now() / 1_000 - days * 24 * 60 * 60
    utimesSync(join(place, `builds/shop/manifests/${id}.json.private`), at, at)
  }

  await shared.publish('old', oldBuild.own)
  await shared.publish('next', nextBuild.own)
  age('old', 6)
  await shared.publish('next', nextBuild.own)
  expect(await names()).toContain('entry-old9x_A.js')

  age('old', 8)
  await shared.publish('next', nextBuild.own)
  expect(await names()).not.toMatch(/entry-old|view-old|manifests\/old/)
  expect(await names()).toContain('entry-next9x_A.js')
  expect(await names()).toContain('same-Aa1_bB2-.js')
})

test('a start does not wait for a storage that does not answer', async () => {
  const { promise: never } = Promise.withResolvers<void>()
  const silent = { publish: () => never, find: async () => undefined }

  const stop = await keepPublished(silent, { id: 'next', files: new Map() }, pino({ level: 'silent' }), 20)

  stop()
})
