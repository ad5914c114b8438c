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
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build as viteBuild } from 'vite'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { clientConfig } from '../vite.config.ts'
import { build, ensureBuilt } from './build.ts'
import { hashSources, isCurrent, listSources, writeStamp } from './build-stamp.ts'

// With a space, because people have such folders.
const folder = mkdtempSync(join(tmpdir(), 'vitrine build '))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

const app = 'tests/pages-fixture/app'
const entries = { client: `${app}/entry-client.tsx`, server: `${app}/entry-server.tsx` }
const fixture = { entries, sources: [app, 'src/pages'] }

const bundle = (client: string, name: string, external: (string | RegExp)[] = []) => {
  // Vitest's own would get React's development calls into it, which carry paths of this folder.
  vi.stubEnv('NODE_ENV', 'production')
  const config = clientConfig({ client, server: '' }, join(folder, name))
  config.logLevel = 'silent'
  // In one file: how the shop's code is split is of no interest here.
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
  ['server-folder', 'leaks/server-folder.ts imports src/server/http/build-files.ts'],
  ['node-module', 'leaks/node-module.ts imports node:fs'],
] as const)('the server’s code in the browser’s stops the build: %s', async ([name, message]) => {
  await expect(bundle(`tests/pages-fixture/leaks/${name}.ts`, name)).rejects.toThrow(
    `${message}, which is the server's alone`,
  )
})

test('types of the server’s may be imported', async () => {
  await expect(bundle('tests/pages-fixture/leaks/types-only.ts', 'types-only')).resolves.toBeDefined()
})

test('the pages runtime weighs at most 5 KB in the browser, without React', async () => {
  await bundle('tests/pages-fixture/runtime-only.ts', 'runtime', [/^react/])

  const assets = join(folder, 'runtime/assets')
  // The watch for new builds comes when the page has loaded.
  const code = readdirSync(assets).filter((name) => name.endsWith('.js') && !name.startsWith('build-watch'))
  expect(code).toHaveLength(1)
  const bytes = gzipSync(readFileSync(join(assets, code[0] as string)), { level: 9 }).length

  expect(bytes).toBeLessThanOrEqual(5 * 1024)
  // And it is there.
  expect(bytes).toBeGreaterThan(2 * 1024)
})

test('a build has React’s production code on both sides, compressed for the browser', async () => {
  const out = join(folder, 'whole')
  await build({ ...fixture, out })

  const assets = readdirSync(join(out, 'client/assets'))
  const react = assets.find((name) => /^react-.*\.js$/.test(name)) as string
  expect(assets).toEqual(expect.arrayContaining([`${react}.br`, `${react}.gz`]))
  for (const file of [join('client/assets', react), 'server/entry-server.js']) {
    const code = readFileSync(join(out, file), 'utf8')
    // Only the development build warns. (Not toContain: a failure would print a whole bundle.)
    expect([file, /unique "key" prop|jsxDEV/.test(code)]).toEqual([file, false])
  }
  expect(readdirSync(join(out, 'server'))).toEqual(['entry-server.js'])
  expect(readFileSync(join(out, 'server/entry-server.js'), 'utf8').includes('hydrateRoot')).toBe(false)
  expect(readdirSync(out).sort()).toEqual(['build.json', 'client', 'server', 'stamp.json'])
})

test('what is built is not built again', async () => {
  const out = join(folder, 'once')
  const said: string[] = []

  expect(await ensureBuilt({ ...fixture, out, onProgress: (message) => said.push(message) })).toBe(true)
  expect(said).toContain('Compressing')
  const first = readFileSync(join(out, 'build.json'), 'utf8')
  expect(await ensureBuilt({ ...fixture, out })).toBe(false)

  expect(readFileSync(join(out, 'build.json'), 'utf8')).toBe(first)
})

test('a build that fails says so and leaves the last one in place', async () => {
  const out = join(folder, 'failing')
  await build({ ...fixture, out })
  const built = readFileSync(join(out, 'build.json'), 'utf8')

  const failing = { ...entries, client: 'tests/pages-fixture/leaks/loader.ts' }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(build({ ...fixture, entries: failing, out })).rejects.toThrow("the server's alone")

  expect(readFileSync(join(out, 'build.json'), 'utf8')).toBe(built)
  expect(readdirSync(out).sort()).toEqual(['build.json', 'client', 'server', 'stamp.json'])
})

/** Some sources and their stamp. */
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

test('untouched sources are current, tests are no sources', () => {
  const { root, isStill } = stamped('untouched')
  expect(isStill()).toBe(true)

  writeFileSync(join(root, 'src/a.test.ts'), 'another test')
  writeFileSync(join(root, 'src/new.test.tsx'), 'a new test')

  expect(isStill()).toBe(true)
})

test('a changed, a new and a missing source are noticed', () => {
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

test('the same sources with other times, as in a copy, are current', () => {
  const { root, stamp, isStill } = stamped('copied')
  utimesSync(join(root, 'src/a.ts'), 1, 1)
  expect(isStill()).toBe(true)
  expect(JSON.parse(readFileSync(stamp, 'utf8')).files['src/a.ts']).toBe('1 1000')

  const copy = join(dirname(root), 'copy of it')
  cpSync(root, copy, { recursive: true })
  expect(isStill(copy)).toBe(true)
})

test('a build of another application is not this one’s', () => {
  const { root, isStill } = stamped('another')

  expect(isStill(root, 'fixture')).toBe(false)
})

test('without a stamp, or with half of one, nothing is current', () => {
  const { stamp, isStill } = stamped('cut off')
  writeFileSync(stamp, '{"hash":"')
  expect(isStill()).toBe(false)

  rmSync(stamp)
  expect(isStill()).toBe(false)
})
