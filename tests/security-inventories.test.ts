import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accessEvents } from '#contract/account.ts'

const project = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, project), 'utf8')
const page = read('docs/security.md')

/** The part below a heading. */
function part(heading: string): string {
  const [, text] = page.split(`\n## ${heading}\n`)
  if (text === undefined) throw new Error(`docs/security.md has no part ${heading}`)
  return text.split('\n## ')[0] ?? ''
}

const namesIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)

/** Shipped files of the server and their text. */
const sources = ['src/server', 'src/plugins', 'src/cli', 'src/main.ts'].flatMap((root) => {
  if (root.endsWith('.ts')) return [{ path: root, text: read(root) }]
  return readdirSync(new URL(`${root}/`, project), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.(test|test-support|d)\.ts$/.test(path))
    .map((path) => ({ path: `${root}/${path}`, text: read(`${root}/${path}`) }))
})

const filesWith = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted()

test('docs/security.md has every purpose of a key', () => {
  const type =
    /export type SigningPurpose =([\s\S]*?)\n\n/.exec(read('src/server/platform/config/sign-for.ts'))?.[1] ??
    ''
  const purposes = [...type.matchAll(/'([^']+)'/g)].map(([, purpose]) => purpose)
  expect(purposes.length).toBeGreaterThan(10)
  const [, listed = ''] = part('Keys').split('Purposes of keys')
  expect(namesIn(listed).toSorted()).toEqual(purposes.toSorted())
})

test('docs/security.md has every function of node:crypto that the server uses', () => {
  const used = sources.flatMap(({ text }) =>
    [...text.matchAll(/^import (?!type)(?:\w+, )?\{([^}]+)\} from 'node:crypto'/gm)].flatMap(
      ([, names = '']) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type ') && name !== 'Hash'),
    ),
  )
  const [, ...rows] = part('Algorithms')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.includes('---'))
  const listed = rows.flatMap((row) => namesIn(row.split('|')[3] ?? ''))
  expect([...new Set(used)].toSorted()).toEqual([...new Set(listed)].toSorted())
})

test('docs/security.md has every file that opens a connection', () => {
  const opens = filesWith(
    /^import (?!type)[^\n]* from '(stripe|razorpay|nodemailer|flydrive[^']*|@aws-sdk[^']*|@opentelemetry\/exporter[^']*|undici)'|import\('(stripe|razorpay|nodemailer)|import \{[^}]*getHttp[^}]*\} from|(?<![\w.'"`])fetch\(/m,
  ).filter((path) => path !== 'src/server/platform/kernel/node-http.ts')
  const listed = namesIn(part('Outbound connections')).filter((name) => name.startsWith('src/'))
  expect(listed.filter((path) => path !== 'src/server/platform/db/open.ts').toSorted()).toEqual(opens)
})

test('docs/security.md gives every table exactly one level', () => {
  const schema = read('src/server/platform/kernel/schema.ts')
  const database = /export (?:interface|type) Database =? ?\{([\s\S]*?)\n\}/.exec(schema)?.[1] ?? ''
  const tables = [...database.matchAll(/^ {2}(\w+):/gm)].map(([, table]) => table)
  expect(tables.length).toBeGreaterThan(100)
  const listed = part('Data by level')
    .split('\n\n')
    .filter((text) => /^\*\*(Secret|Personal|Internal|Public):\*\*/.test(text))
    .flatMap(namesIn)
  expect(listed.toSorted()).toEqual(tables.toSorted())
})

test('docs/security.md has every event of the access log', () => {
  const logged = namesIn(part('Logs'))
  expect(accessEvents.filter((event) => !logged.includes(event))).toEqual([])
})

test('docs/security.md has every queue and limit of costly work', () => {
  const bounded = filesWith(/(?<!function )\b(createJobQueue|createWorkLimit|createFloodLimit)\(/)
  const listed = namesIn(part('Costly operations')).filter((name) => name.startsWith('src/'))
  const others = ['src/server/platform/db/open.ts', 'src/server/platform/jobs/start-jobs.ts']
  expect(listed.filter((path) => !others.includes(path)).toSorted()).toEqual(bounded)
})

test('the browser code uses no technique that browsers have given up', () => {
  const files = [
    'src/features',
    'src/screens',
    'src/sections',
    'src/shell',
    'src/ui',
    'src/admin',
    'src/plugins',
  ].flatMap((root) =>
    readdirSync(new URL(`${root}/`, project), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
      .map((path) => `${root}/${path}`),
  )
  const given =
    /(?<!\w)<(object|embed|applet|marquee|frame|frameset|font|keygen)[\s>]|document\.write\(|ActiveXObject|showModalDialog|openDatabase\(|applicationCache/
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((path) => given.test(read(path)))).toEqual([])
})
