import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { runRedirect } from '../../../cli/redirect.ts'
import { createHitCounter } from './count-hits.ts'
import { readRedirectRules } from './redirect-rules.ts'

const { db } = await testDatabase()
const config = { storeUrl: 'https://shop.example' }

async function redirect(...argv: string[]) {
  const lines: string[] = []
  try {
    const code = await runRedirect({ db, config, print: (line) => void lines.push(line) }, argv)
    return { code, output: lines.join('\n') }
  } catch (error) {
    return { code: 1, output: (error as Error).message }
  }
}

const clear = () => db.deleteFrom('redirects').execute()

test('redirect add changes what the shop answers, list shows it and remove ends it', async () => {
  await clear()
  expect(await redirect('add', '/old/', '/new')).toMatchObject({ code: 0 })
  expect(await redirect('add', '/away', 'https://example.com/x', '--prefix', '--code', '302')).toMatchObject({
    code: 0,
  })

  const rules = await readRedirectRules(db)
  expect(rules.find('/old', '?a=1')).toMatchObject({ location: '/new?a=1', status: 301 })
  expect(rules.find('/away/mugs', '')).toMatchObject({ location: 'https://example.com/x/mugs', status: 302 })
  expect((await redirect('list')).output.split('\n')).toEqual([
    '302  /away/*  ->  https://example.com/x  (not used yet)',
    '301  /old  ->  /new  (not used yet)',
  ])
  const { rows } = { rows: await db.selectFrom('change_log').select('tag').execute() }
  expect(rows.map(({ tag }) => tag)).toContain('redirects')

  expect(await redirect('remove', '/old')).toMatchObject({ code: 0 })
  expect((await readRedirectRules(db)).find('/old', '')).toBeUndefined()
  expect(await redirect('remove', '/old')).toEqual({ code: 1, output: 'No redirect from /old' })
  const entries = await db.selectFrom('audit_log').select(['action', 'record_id', 'before']).execute()
  expect(entries).toMatchObject([
    { action: 'redirect.create', record_id: '/old/' },
    { action: 'redirect.create', record_id: '/away' },
    { action: 'redirect.remove', record_id: '/old', before: { to_path: '/new' } },
  ])
  expect((await redirect('add', '/only')).code).toBe(2)
})

const refused: [string, string[][], string][] = [
  ['a rule to itself', [['/a', '/a']], 'would lead to itself'],
  [
    'a loop of two',
    [
      ['/a', '/b'],
      ['/b', '/a'],
    ],
    'is itself redirected',
  ],
  [
    'a chain from behind',
    [
      ['/b', '/c'],
      ['/a', '/b'],
    ],
    '/b is itself redirected to /c',
  ],
  [
    'a chain from the front',
    [
      ['/a', '/b'],
      ['/b', '/c'],
    ],
    'change that redirect first',
  ],
  [
    'a prefix that covers a target',
    [
      ['/a', '/b/x'],
      ['/b', '/c', '--prefix'],
    ],
    'change that redirect first',
  ],
  [
    'a prefix whose rest is redirected',
    [
      ['/b/x', '/c'],
      ['/a', '/b', '--prefix'],
    ],
    'is itself redirected',
  ],
  ['a prefix to a path below it', [['/a', '/a/b', '--prefix']], 'would lead to itself'],
  ['a rule to itself by its full address', [['/a', 'https://shop.example/a?b=1']], 'would lead to itself'],
  [
    'a loop of two by full addresses',
    [
      ['/a', 'https://shop.example/b'],
      ['/b', 'https://shop.example/a'],
    ],
    'is itself redirected',
  ],
  ['a file with a route of its own', [['/robots.txt', '/x']], 'Addresses under /robots.txt'],
  ['an address of the API', [['/api/cart', '/x']], 'Addresses under /api'],
  ['a script', [['/a', 'javascript:alert(1)']], 'neither a path of the shop nor'],
  ['another host without a scheme', [['/a', '//example.com']], 'neither a path of the shop nor'],
  ['a target with a password', [['/a', 'https://me:secret@example.com']], 'neither a path'],
  ['a source with a query', [['/a?b=1', '/x']], 'is not a path of the shop'],
  ['a wildcard', [['/a/*', '/x']], 'use /a with everything below it (--prefix)'],
  ['an unknown code', [['/a', '/x', '--code', '200']], 'The code is one of'],
]

test.each(refused)('redirect add refuses %s', async (_title, commands, problem) => {
  await clear()
  const last = commands.pop() as string[]
  for (const command of commands) expect(await redirect('add', ...command)).toMatchObject({ code: 0 })

  const reply = await redirect('add', ...last)

  expect(reply.code).toBe(1)
  expect(reply.output).toContain(problem)
  expect(await db.selectFrom('redirects').select('id').execute()).toHaveLength(commands.length)
})

test('redirect import adds all rows of a file or none', async () => {
  await clear()
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-redirects-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'redirects.csv')
  writeFileSync(file, 'from,to,code,match\n/one,/1,,\n/two,/one,302,\n')
  const refusal = await redirect('import', file)
  expect(refusal.code).toBe(1)
  expect(refusal.output).toContain('Line 3: /one is itself redirected to /1')
  expect(await db.selectFrom('redirects').select('id').execute()).toEqual([])

  writeFileSync(file, 'from,to,code,match\n/one,/1,,\n/two,/2,302,prefix\n')
  expect(await redirect('import', file)).toEqual({ code: 0, output: '2 redirects imported.' })
  expect((await readRedirectRules(db)).find('/two/x', '')).toMatchObject({ location: '/2/x', status: 302 })
})

test('uses of a rule are counted and written together', async () => {
  await clear()
  await redirect('add', '/old', '/new')
  const hits = createHitCounter({ db, log: console })
  for (let at = 0; at < 3; at += 1) hits.count('/old')
  hits.count('/gone')
  await hits.flush()
  hits.count('/old')
  await hits.flush()

  expect((await redirect('list')).output).toMatch(/^301 {2}\/old {2}-> {2}\/new {2}\(4 hits, last 20/)
})
