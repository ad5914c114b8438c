import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSbom } from './write-sbom.ts'

type Package = { integrity?: string; deprecated?: string; license?: string; dev?: boolean }

const readText = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const read = (path: string) => JSON.parse(readText(path))
const { dependencies, devDependencies, optionalDependencies } = read('package.json')
const locked: [string, Package][] = Object.entries<Package>(read('package-lock.json').packages).slice(1)
const where = (is: (found: Package) => unknown) =>
  locked.filter(([, found]) => is(found)).map(([path]) => path)

test('every package has an exact version and an integrity hash', () => {
  for (const version of Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  expect(where(({ integrity }) => !integrity)).toEqual([])
})

/** Bundled into the back office's browser code and never loaded by the server or the shop's pages. ADR 0003. */
const ofBackOffice = [
  '@base-ui/react',
  '@dnd-kit/helpers',
  '@dnd-kit/react',
  '@tanstack/react-query',
  '@tiptap/pm',
  '@tiptap/react',
  '@tiptap/starter-kit',
  'react-router',
  'recharts',
]

/** OpenTelemetry's own, loaded with OTEL_EXPORTER_OTLP_ENDPOINT alone. ADR 0015. */
const isOfTracing = (name: string) => name.startsWith('@opentelemetry/')

test('the shop has few runtime packages and no deprecated one', () => {
  const ofShop = Object.keys(dependencies).filter(
    (name) => !ofBackOffice.includes(name) && !isOfTracing(name),
  )
  expect(ofShop.length).toBeLessThanOrEqual(43)
  expect(ofBackOffice.length).toBeLessThanOrEqual(15)
  expect(Object.keys(dependencies).filter(isOfTracing).length).toBeLessThanOrEqual(4)
  expect(where(({ deprecated }) => deprecated)).toEqual([])
})

test('only the back office imports the packages of the back office', () => {
  const source = new URL('../src/', import.meta.url)
  const importers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/^admin\/|(^|[./])admin\.tsx$/.test(path))
    .filter((path) => {
      const text = readFileSync(new URL(path, source), 'utf8')
      return ofBackOffice.some((name) => text.includes(`from '${name}`) || text.includes(`import('${name}`))
    })
  expect(importers).toEqual([])
})

test('one file imports OpenTelemetry, and only a dynamic import loads that file', () => {
  const source = new URL('../src/', import.meta.url)
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  )
  const filesWith = (text: RegExp) =>
    files.filter((path) => text.test(readFileSync(new URL(path, source), 'utf8')))
  expect(filesWith(/['"]@opentelemetry\//)).toEqual(['server/http/metrics/open-tracing.ts'])
  expect(filesWith(/import\('[^']*\/open-tracing\.ts'\)/)).toEqual(['main.ts'])
  expect(filesWith(/from '[^']*\/open-tracing\.ts'/)).toEqual(['server/http/metrics/tracing.test.ts'])
})

/** They ask for their notice, which is in the folder of the package. */
const permissive = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'MIT-0', 'Apache-2.0']

const runtime = locked
  .filter(([, { dev }]) => !dev)
  .map(([path, found]) => ({ name: path.replace(/^.*node_modules\//, ''), path, ...found }))

test('THIRD-PARTY.md names every runtime package whose licence asks for more, or is in no field, with its licence', () => {
  const [, packages = ''] = readText('THIRD-PARTY.md').split('## Packages that npm installs')
  const rows = packages
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|'))
    .flatMap(([, names = '', licence = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, licence })),
    )
  const rowOf = (name: string) =>
    rows.find((row) => (row.name.endsWith('*') ? name.startsWith(row.name.slice(0, -1)) : row.name === name))
  const special = runtime.filter(({ license }) => !license || !permissive.includes(license))
  expect(special.length).toBeGreaterThan(20)
  for (const { name, license } of special) {
    const licence = rowOf(name)?.licence ?? ''
    // `Apache-2.0 AND LGPL-3.0-or-later` is the row of its stricter part.
    const strict = (license ?? 'no licence field').split(' AND ').filter((one) => !permissive.includes(one))
    for (const one of strict.length > 0 ? strict : [license ?? ''])
      expect([name, licence]).toEqual([name, expect.stringContaining(one)])
  }
  const isUsed = (row: string) => runtime.some(({ name }) => rowOf(name)?.name === row)
  expect(rows.filter(({ name }) => !isUsed(name)).map(({ name }) => name)).toEqual([])
})

test('installed packages have the licences of the lockfile', () => {
  const differing = runtime.filter(({ path, license }) => {
    if (!existsSync(new URL(`../${path}/package.json`, import.meta.url))) return false
    const installed = read(`${path}/package.json`)
    return (installed.license?.type ?? installed.license) !== license
  })
  expect(differing.map(({ name }) => name)).toEqual([])
})

test('the list of packages of a release has every runtime package, and that of this version is stored', () => {
  const { metadata, components } = readSbom()
  const { version } = read('package.json')
  const listed = new Set(components.map((found) => `${found.name}@${found.version}`))
  const missing = runtime.filter(
    ({ name, path }) => !listed.has(`${name}@${read('package-lock.json').packages[path].version}`),
  )
  expect(metadata.component).toMatchObject({ name: 'vitrine', version })
  expect(missing.map(({ name }) => name)).toEqual([])
  expect(read(`sbom/vitrine-${version}.cdx.json`).metadata.component).toMatchObject({
    name: 'vitrine',
    version,
  })
}, 60_000)

test('no runtime package has a known vulnerability of level high or critical', ({ skip }) => {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 45_000,
  })
  const found = JSON.parse(stdout || '{}')?.metadata?.vulnerabilities
  if (!found) return skip('the registry does not answer npm audit here')
  expect({ high: found.high, critical: found.critical }).toEqual({ high: 0, critical: 0 })
}, 60_000)
