import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findLanguageViolations } from './check-language.ts'

const found = (file: string, text: string) =>
  findLanguageViolations(file, text).map(({ line, found: phrase }) => `${line} ${phrase}`)

test('comments, block comments and test titles are checked and reported with their lines', () => {
  const text =
    "// fine\nconst a = 'whoever'\n/**\n * Whoever calls.\n */\ntest('it is made anew', () => {})\n"

  expect(found('src/a.test.ts', text)).toEqual(['4 Whoever', '6 anew'])
})

test('titles of parameterised tests are checked', () => {
  const text =
    "test.each(['a', 'b'])(\n  'nobody reads %s',\n  () => {},\n)\ntest.for([1])(`anew %s`, () => {})\n"

  expect(found('src/a.test.ts', text)).toEqual(['2 nobody', '5 anew'])
})

test('strings are not checked, identifiers only for names that were replaced', () => {
  expect(found('src/a.ts', "const anew = 'somebody wish' // the old name was `told`\n")).toEqual([])
  expect(found('src/a.ts', "const wish = 'wish'\ncall({ told: wish })\n")).toEqual([
    '1 wish',
    '2 told',
    '2 wish',
  ])
})

test('tables of docs are checked', () => {
  expect(found('docs/a.csv', 'id,note\n1,hashed anew\n')).toEqual(['2 anew'])
})

test('titles are checked only in test files', () => {
  expect(found('src/a.ts', "test('anew', () => {})\n")).toEqual([])
})

test('documents are checked without code and link URLs', () => {
  const text = 'Run `mend` anew.\n\n```\nanew\n```\n[one](docs/anew.md)\n'

  expect(found('docs/a.md', text)).toEqual(['1 anew'])
})

test('comments of style sheets and migrations are checked', () => {
  expect(found('src/a.css', '.a { /* nobody sees it */ color: red }')).toEqual(['1 nobody'])
  expect(found('migrations/0001.sql', '-- whoever\nselect 1;')).toEqual(['1 whoever'])
})

test.for([
  ['a column stands for a filter', []],
  ['a stand-in for the gateway', []],
  ['the wishlist of a customer', []],
  ['a newsletter goes out', []],
  ['an order stands at paid', ['1 stands']],
  ['the wish of a shopper', ['1 wish']],
] as const)('"%s" has %o', ([comment, expected]) => {
  expect(found('src/a.ts', `// ${comment}\n`)).toEqual(expected)
})

/** Runs the command in a project of its own that contains this file. */
function checkProjectWith(file: string, text: string, { isInGit }: { isInGit: boolean }) {
  const root = mkdtempSync(join(tmpdir(), 'vitrine-language-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'scripts'))
  mkdirSync(join(root, 'src'))
  for (const name of ['check-language.ts', 'language-rules.ts'])
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name))
  symlinkSync(join(import.meta.dirname, '../node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(root, file), text)
  if (isInGit) spawnSync('git', ['init', '-q'], { cwd: root })
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/check-language.ts')], {
    cwd: root,
    encoding: 'utf8',
  })
  return { status, stdout }
}

test.for([true, false])('the command fails on a planted phrase (in git: %s)', (isInGit) => {
  const planted = checkProjectWith('src/a.ts', '// nobody reads it\n', { isInGit })

  expect(planted.stdout).toContain('src/a.ts:1  "nobody"')
  expect(planted.status).toBe(1)
  expect(checkProjectWith('src/a.ts', '// unused\n', { isInGit }).status).toBe(0)
})

test('the gate has a language step', () => {
  const { stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'gate.ts'), '--only', 'none'], {
    encoding: 'utf8',
  })

  expect(stderr).toMatch(/\|language\|/)
})
