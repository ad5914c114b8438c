import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const project = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(project, file), 'utf8')
const documents = ['README.md', 'CONTRIBUTING.md', 'src/pages/README.md'].concat(
  globSync('docs/**/*.md', { cwd: project }),
)

/** Decision records describe the tree of their time, so only these must name files of today. */
const current = ['README.md', 'CONTRIBUTING.md', 'src/pages/README.md', 'docs/request-path.md']

test.for(current)('files and folders named in %s exist', (document) => {
  const named = [...read(document).matchAll(/`((?:src|scripts|tests|docs|migrations|e2e)\/[^`\s]+)`/g)]
    .map(([, path]) => String(path))
    .filter((path) => !/[<*{]/.test(path))
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !existsSync(join(project, path)))).toEqual([])
})

test('relative links in documents have a target', () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => join(dirname(document), String(target)))
      .filter((target) => !existsSync(join(project, target)))
      .map((target) => `${document}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('decision records named in documents exist', () => {
  const records = readdirSync(join(project, 'docs/adr')).map((file) => file.slice(0, 4))
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/ADRs? (\d{4})/g)]
      .map(([, number]) => String(number))
      .filter((number) => !records.includes(number))
      .map((number) => `${document}: ADR ${number}`),
  )
  expect(missing).toEqual([])
})

test('each decision record has a number of its own', () => {
  const numbers = readdirSync(join(project, 'docs/adr')).map((file) => file.slice(0, 4))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})
