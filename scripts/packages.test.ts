import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Package = { integrity?: string; deprecated?: string }

const read = (path: string) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))
const { dependencies, devDependencies, optionalDependencies } = read('package.json')
const locked: [string, Package][] = Object.entries<Package>(read('package-lock.json').packages).slice(1)
const where = (is: (found: Package) => unknown) =>
  locked.filter(([, found]) => is(found)).map(([path]) => path)

test('packages are named by exact versions, and held to their contents', () => {
  for (const version of Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  expect(where(({ integrity }) => !integrity)).toEqual([])
})

test('the shop runs with few packages, and with none that its makers have given up', () => {
  expect(Object.keys(dependencies).length).toBeLessThanOrEqual(40)
  expect(where(({ deprecated }) => deprecated)).toEqual([])
})
