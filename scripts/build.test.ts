import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { build as viteBuild } from 'vite'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openBuiltPages, registerBuildFiles } from '#server/http/static/build-files.ts'
import { clientConfig } from '../vite.config.ts'
import { build, ensureBuilt, findBuiltProgram } from './build.ts'
import { compressFiles } from './build-output.ts'
import { hashSources, isCurrent, listSources, writeStamp } from './build-stamp.ts'
import { LAYERS } from './vite-plugins/layer-order.ts'
import { sourceLocations } from './vite-plugins/source-locations.ts'

// With a space, because such folders exist.
const folder = mkdtempSync(join(tmpdir(), 'vitrine build '))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

const app = 'tests/pages-fixture/app'
const entries = { client: `${app}/entry-client.tsx`, server: `${app}/entry-server.tsx` }
const fixture = { entries, sources: [app, 'src/pages'] }

const bundle = (client: string, name: string, external: (string | RegExp)[] = []) => {
  // Vitest's NODE_ENV would select React's development build, which contains paths of this folder.
  vi.stubEnv('NODE_ENV', 'production')
  const config = clientConfig({ client, server: '' }, join(folder, name))
  config.logLevel = 'silent'
  // In one file, because the shop's chunking does not matter here.
  config.build = {
    ...config.build,
    rolldownOptions: { ...config.build?.rolldownOptions, external, output: {} },
  }
  return viteBuild(config)
}

test.for([
  ['loader', 'leaks/loader.ts imports tests/pages-fixture/app/screens/home/data.ts'],
  ['late-import', 'leaks/late-import.ts imports tests/pages-fixture/app/screens/home/data.ts'],
  ['named-server', 'leaks/named-server-through.ts imports src/pages/head.server.ts'],
  ['server-folder', 'leaks/server-folder.ts imports src/server/http/static/build-files.ts'],
  ['node-module', 'leaks/node-module.ts imports node:fs'],
] as const)('a build fails when browser code imports server code: %s', async ([name, message]) => {
  await expect(bundle(`tests/pages-fixture/leaks/${name}.ts`, name)).rejects.toThrow(
    `${message}, which is the server's alone`,
  )
})

test('a build fails when browser code has a top-level await', async () => {
  await expect(bundle('tests/pages-fixture/leaks/top-level-await.ts', 'top-level-await')).rejects.toThrow(
    /top-level-await-.*\.js has a top-level await \(from .*tests\/pages-fixture\/leaks\/top-level-await\.ts\)/,
  )
})

test('a build succeeds with an await inside a function', async () => {
  await expect(
    bundle('tests/pages-fixture/leaks/await-in-function.ts', 'await-inside'),
  ).resolves.toBeDefined()
})

test('a build succeeds when browser code imports server types', async () => {
  await expect(bundle('tests/pages-fixture/leaks/types-only.ts', 'types-only')).resolves.toBeDefined()
})

test('the pages runtime without React has at most 5.6 KB in the browser', async () => {
  await bundle('tests/pages-fixture/runtime-only.ts', 'runtime', [/^react/])

  const assets = join(folder, 'runtime/assets')
  // Hints, mouse presses and the build watch are loaded after the page, and changes in place only where the Navigation API is missing.
  const code = readdirSync(assets).filter((name) => /^(?!after-load|change-in-place|links).*\.js$/.test(name))
  expect(code).toHaveLength(1)
  const bytes = gzipSync(readFileSync(join(assets, code[0] as string)), { level: 9 }).length

  expect(bytes).toBeLessThanOrEqual(5.6 * 1024)
  // The runtime is included at all.
  expect(bytes).toBeGreaterThan(2 * 1024)
})

test('a build contains React’s production code for browser and server, and compressed browser files', async () => {
  const out = join(folder, 'whole')
  await build({ ...fixture, out })

  const assets = readdirSync(join(out, 'client/assets'))
  const react = assets.find((name) => /^react-.*\.js$/.test(name)) as string
  expect(assets).toEqual(expect.arrayContaining([`${react}.br`, `${react}.gz`]))
  for (const file of [join('client/assets', react), 'server/entry-server.js']) {
    const code = readFileSync(join(out, file), 'utf8')
    // Only the development build contains warnings. A failing toContain would print the whole bundle.
    expect([file, /unique "key" prop|jsxDEV/.test(code)]).toEqual([file, false])
  }
  expect(readdirSync(join(out, 'server'))).toEqual(['entry-server.js'])
  expect(readFileSync(join(out, 'server/entry-server.js'), 'utf8').includes('hydrateRoot')).toBe(false)
  expect(readdirSync(out).sort()).toEqual(['build.json', 'client', 'server', 'stamp.json'])
})

test('processes that start at once build once, and a lock of a killed one is taken over', async () => {
  const out = join(folder, 'at-once')
  mkdirSync(out)
  writeFileSync(
    join(out, '.build-lock'),
    JSON.stringify({ id: 'killed', pid: 2 ** 22 + 1, host: hostname() }),
  )
  const said: string[] = []
  const options = { ...fixture, out, onProgress: (line: string) => void said.push(line) }
  expect(await Promise.all([ensureBuilt(options), ensureBuilt(options)])).toEqual([true, true])
  expect(said.filter((line) => line === 'Building the browser bundle')).toHaveLength(1)
  expect(said).toContainEqual(expect.stringContaining('another launch that is building the shop'))
  expect(readdirSync(out).sort()).toEqual(['build.json', 'client', 'server', 'stamp.json'])
  expect(await ensureBuilt(options)).toBe(false)
})

test('a build without the order of its layers fails, because its first styles would lose to all others', async () => {
  const assets = join(folder, 'unordered')
  mkdirSync(assets)
  writeFileSync(
    join(assets, 'style-1.css'),
    '@layer ui{.button{padding:1rem}}@layer reset{button{padding:0}}',
  )
  await expect(compressFiles(assets)).rejects.toThrow('style-1.css does not begin with @layer reset,base,ui')
  writeFileSync(join(assets, 'style-1.css'), `${LAYERS}@layer ui{.button{padding:1rem}}`)
  await compressFiles(assets)
})

test('a bundled module keeps the location of its source file', () => {
  const { transform } = sourceLocations('/shop') as unknown as {
    transform: (code: string, id: string) => string | undefined
  }
  const code = 'read(import.meta.dirname, import.meta.filename, import.meta.url)'

  expect(transform(code, '/shop/src/server/shop/fonts/read.ts')).toBe(
    'read((import.meta.dirname+"/../../src/server/shop/fonts"), (import.meta.dirname+"/../../src/server/shop/fonts/read.ts"), new URL("../../src/server/shop/fonts/read.ts",import.meta.url).href)',
  )
  expect(transform(code, '/shop/node_modules/a/a.js')).toBeUndefined()
})

test('a shop with plugins of other folders runs from its sources', () => {
  vi.stubEnv('VITRINE_PLUGINS', 'examples/plugins/gift-note')
  expect(findBuiltProgram()).toBeUndefined()
})

test('ensureBuilt does not rebuild unchanged sources', async () => {
  const out = join(folder, 'once')
  const said: string[] = []

  expect(await ensureBuilt({ ...fixture, out, onProgress: (message) => said.push(message) })).toBe(true)
  expect(said).toContain('Compressing')
  const first = readFileSync(join(out, 'build.json'), 'utf8')
  expect(await ensureBuilt({ ...fixture, out })).toBe(false)

  expect(readFileSync(join(out, 'build.json'), 'utf8')).toBe(first)
})

test('the chunks of the previous build are still served', async () => {
  const out = join(folder, 'deploys')
  await build({ ...fixture, out })
  // Simulates a build from other sources.
  const info = JSON.parse(readFileSync(join(out, 'build.json'), 'utf8'))
  const chunk = 'cart-drawer-abc1234.js'
  writeFileSync(join(out, 'client/assets', chunk), 'export const before = true')
  writeFileSync(join(out, 'client/assets', `${chunk}.gz`), gzipSync('export const before = true'))
  writeFileSync(
    join(out, 'build.json'),
    JSON.stringify({ ...info, id: 'before', assets: [...info.assets, chunk] }),
  )

  await build({ ...fixture, out })
  const app = fastify()
  const { buildFile, buildId } = await openBuiltPages(out)
  registerBuildFiles(app, buildFile)
  const get = (url: string) => app.inject({ url, headers: { 'accept-encoding': 'gzip' } })

  const cached = await get(`/assets/${chunk}`)
  expect(cached.statusCode).toBe(200)
  expect(cached.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await get('/assets/cart-drawer-unknown.js')).statusCode).toBe(404)
  // Only the latest build has a manifest, by which an open page detects it.
  expect((await get(`/_build/meta/${buildId}.json`)).statusCode).toBe(200)
  expect((await get('/_build/meta/before.json')).statusCode).toBe(404)
  await app.close()
})

test('a failed build reports the error and keeps the last build', async () => {
  const out = join(folder, 'failing')
  await build({ ...fixture, out })
  const built = readFileSync(join(out, 'build.json'), 'utf8')

  const failing = { ...entries, client: 'tests/pages-fixture/leaks/loader.ts' }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(build({ ...fixture, entries: failing, out })).rejects.toThrow("the server's alone")

  expect(readFileSync(join(out, 'build.json'), 'utf8')).toBe(built)
  expect(readdirSync(out).sort()).toEqual(['build.json', 'client', 'server', 'stamp.json'])
})

/** Creates sources with their stamp. */
function stamped(name: string) {
  const root = join(folder, name)
  mkdirSync(join(root, 'src/deep'), { recursive: true })
  writeFileSync(join(root, 'src/a.ts'), 'a')
  writeFileSync(join(root, 'src/deep/b.ts'), 'b')
  writeFileSync(join(root, 'src/a.test.ts'), 'test')
  writeFileSync(join(root, 'lock.json'), '{}')
  const sources = ['src', 'lock.json', 'not-there']
  const stamp = join(root, 'stamp.json')
  const files = listSources(root, sources)
  writeStamp(stamp, { of: 'shop', hash: hashSources(root, files), files })
  return {
    root,
    stamp,
    isStill: (at = root, of = 'shop') => isCurrent(at, join(at, 'stamp.json'), of, listSources(at, sources)),
  }
}

test('untouched sources are current, and test files are ignored', () => {
  const { root, isStill } = stamped('untouched')
  expect(isStill()).toBe(true)

  writeFileSync(join(root, 'src/a.test.ts'), 'another test')
  writeFileSync(join(root, 'src/new.test.tsx'), 'a new test')

  expect(isStill()).toBe(true)
})

test('a changed, a new or a missing source is not current', () => {
  const changed = stamped('changed')
  writeFileSync(join(changed.root, 'src/deep/b.ts'), 'B')
  expect(changed.isStill()).toBe(false)

  const added = stamped('added')
  writeFileSync(join(added.root, 'src/c.ts'), '')
  expect(added.isStill()).toBe(false)

  const removed = stamped('removed')
  rmSync(join(removed.root, 'src/a.ts'))
  expect(removed.isStill()).toBe(false)
})

test('copied sources with other times are current', () => {
  const { root, stamp, isStill } = stamped('copied')
  utimesSync(join(root, 'src/a.ts'), 1, 1)
  expect(isStill()).toBe(true)
  expect(JSON.parse(readFileSync(stamp, 'utf8')).files['src/a.ts']).toBe('1 1000')

  const copy = join(dirname(root), 'copy of it')
  cpSync(root, copy, { recursive: true })
  expect(isStill(copy)).toBe(true)
})

test('a build with other options is not current', () => {
  const { root, isStill } = stamped('another')

  expect(isStill(root, 'fixture')).toBe(false)
})

test('a missing or truncated stamp is not current', () => {
  const { stamp, isStill } = stamped('cut off')
  writeFileSync(stamp, '{"hash":"')
  expect(isStill()).toBe(false)

  rmSync(stamp)
  expect(isStill()).toBe(false)
})
