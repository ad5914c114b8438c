import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'

const project = new URL('../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, project), 'utf8')

/** The specification's lines without headings and table rules, which state no requirement. */
const lines = read('docs/spec.md')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('|---'))

const rows = [...read('docs/spec-map.md').matchAll(/^\| (\d+) \| (.*?) \| (.*?) \| (.*?) ?\|$/gm)].map(
  ([, number, words, state, home]) => ({
    number: Number(number),
    words: String(words),
    state: String(state),
    home: String(home),
  }),
)

test('docs/spec-map.md has a row for every line of the specification, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(lines.map((_, at) => at + 1))
  const plain = (text: string) => text.replace(/[*`|/ -]/g, '')
  for (const { number, words } of rows)
    expect(plain(lines[number - 1] ?? ''), `row ${number}`).toContain(plain(words.replace(/ …$/, '')))
})

test('every row has a valid state, and every finished row has a path', () => {
  for (const { number, state, home } of rows) {
    expect(['done', 'part', 'not yet'], `row ${number}`).toContain(state)
    if (state === 'done' || state === 'part') expect(home, `row ${number}`).not.toBe('')
  }
})

test('every path in docs/spec-map.md exists', () => {
  const homes = rows.flatMap(({ home }) => pathsIn(home))
  expect(homes.filter((file) => !existsSync(new URL(file, project)))).toEqual([])
})

test('the home of a line contains most of the texts and wire names that the line quotes', () => {
  const astray = rows
    .filter(({ state, home }) => state === 'done' && !home.includes('under other names'))
    .flatMap(({ number, home }) => {
      const quoted = [...(lines[number - 1] ?? '').matchAll(/'([^']{3,60})'|\b([a-z]+_[a-z_]+)\b/g)]
      const names = quoted.map(([, text, name]) => text ?? name ?? '')
      const source = pathsIn(home).map(textOf).join('\n')
      const missing = names.filter((name) => !source.includes(name))
      return source !== '' && missing.length > names.length / 2
        ? [`row ${number}: ${missing.join(', ')}`]
        : []
    })
  expect(astray).toEqual([])
})

/** The text of a file, or of all files of a folder. */
const textOf = (path: string): string =>
  statSync(new URL(path, project)).isDirectory()
    ? readdirSync(new URL(path, project))
        .map((name) => textOf(`${path.replace(/\/$/, '')}/${name}`))
        .join('\n')
    : read(path)

const pathsIn = (home: string) =>
  [...home.matchAll(/`((?:src|scripts|tests|docs|migrations|e2e)\/[^`]+)`/g)].flatMap(([, path]) =>
    spread(String(path)),
  )

/** Expands `a/{b,c}` to two paths; for a path with a star the folder must exist. */
function spread(path: string): string[] {
  const choice = /^(.*)\{(.*)\}(.*)$/.exec(path)
  if (choice) return (choice[2] ?? '').split(',').flatMap((part) => spread(`${choice[1]}${part}${choice[3]}`))
  return [path.includes('*') ? path.slice(0, path.lastIndexOf('/', path.indexOf('*')) + 1) : path]
}
