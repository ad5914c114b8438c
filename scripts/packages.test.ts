import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Package = { integrity?: string; deprecated?: string }

const read = (path: string) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))
const { dependencies, devDependencies, optionalDependencies } = read('package.json')
const locked: [string, Package][] = Object.entries<Package>(read('package-lock.json').packages).slice(1)
const where = (is: (found: Package) => unknown) =>
  locked.filter(([, found]) => is(found)).map(([path]) => path)

test('every package has an exact version and an integrity hash', () => {
  for (const version of Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  expect(where(({ integrity }) => !integrity)).toEqual([])
})

/** Bundled into the back office's browser code and never loaded by the server or the shop's pages. ADR 0069. */
const ofBackOffice = [
  '@base-ui/react',
  '@dnd-kit/helpers',
  '@dnd-kit/react',
  '@rjsf/core',
  '@rjsf/utils',
  '@tanstack/react-query',
  '@tiptap/pm',
  '@tiptap/react',
  '@tiptap/starter-kit',
  'ra-core',
  'react-router',
  'recharts',
]

test('the shop has few runtime packages and no deprecated one', () => {
  const ofShop = Object.keys(dependencies).filter((name) => !ofBackOffice.includes(name))
  expect(ofShop.length).toBeLessThanOrEqual(40)
  expect(ofBackOffice.length).toBeLessThanOrEqual(15)
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
