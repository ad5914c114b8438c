import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readImports } from './read-imports.ts'
import { relatedTests } from './related-tests.ts'

const root = dirname(import.meta.dirname)

/**
 * `npm run check [-- <commit>]`: a quick check during development. Format of the changed files, imports, language, types, and the
 * tests most likely affected by the change or that read all sources. `npm test` is the gate.
 */
async function main([since]: string[]): Promise<number> {
  const started = performance.now()
  const changed = changedFiles(since ?? forkPoint())
  const tests = testsFor(changed)
  console.log(`${changed.length} changed files, ${tests.length} test files:`)
  for (const file of tests) console.log(`  ${file}`)

  const existing = changed.filter((file) => existsSync(join(root, file)))
  const steps: [name: string, run: () => Promise<number>][] = [
    [
      'format',
      async () =>
        existing.length === 0
          ? 0
          : await tool('@biomejs/biome/bin/biome', ['check', '--no-errors-on-unmatched', ...existing]),
    ],
    ['imports', () => node([join(root, 'scripts/check-imports.ts')])],
    ['language', () => node([join(root, 'scripts/check-language.ts')])],
    ['figures', () => node([join(root, 'scripts/code-figures.ts')])],
    ['types', () => tool('typescript/bin/tsc', ['-p', 'tsconfig.json', '--checkers', '1'])],
    [
      'tests',
      async () =>
        tests.length === 0 ? 0 : await tool('vitest/vitest.mjs', ['run', '--reporter=dot', ...tests]),
    ],
  ]
  for (const [name, run] of steps) {
    const from = performance.now()
    const status = await run()
    console.log(`${name}: ${status === 0 ? 'passed' : 'failed'} in ${secondsSince(from)} s`)
    if (status !== 0) return 1
  }
  console.log(`All passed in ${secondsSince(started)} s. The gate is npm test.`)
  return 0
}

/**
 * The related tests, and those that read all sources, which no import relates to a change. Limited, because a widely used file has
 * too many tests within two imports for a quick check.
 */
function testsFor(changed: string[]): string[] {
  const modules = readModules()
  const near = relatedTests(modules, changed)
  const related = near.length > MAX_TESTS ? relatedTests(modules, changed, { distance: 1 }) : near
  const reading = [
    ...[...modules.keys()].filter(readsAllSources),
    ...relatedTests(modules, [LIST_OF_SOURCES]),
  ]
  return [...new Set([...related, ...reading])].sort()
}

/** Tests of the shipped code read it by this list: regular expressions, look-ups, figures. */
const LIST_OF_SOURCES = 'scripts/shipped-files.ts'

const readsAllSources = (file: string) =>
  file.endsWith('.test.ts') &&
  /globSync\(|readdirSync\(.*recursive: true/.test(readFileSync(join(root, file), 'utf8'))

const MAX_TESTS = 15

const secondsSince = (from: number) => ((performance.now() - from) / 1000).toFixed(1)

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '')

/** The commit where this branch forked from the main branch; on the main branch, its last commit. */
function forkPoint(): string {
  for (const main of ['origin/main', 'main', 'origin/master', 'master']) {
    try {
      return git('merge-base', 'HEAD', main)[0] ?? 'HEAD'
    } catch {
      // The branch does not exist.
    }
  }
  return 'HEAD'
}

const changedFiles = (since: string): string[] => [
  ...new Set([...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]),
]

function readModules() {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', ...codeFolders)
  return new Map(
    files
      .filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)))
      .map((file) => [file, readImports(file, readFileSync(join(root, file), 'utf8'))] as const),
  )
}

const codeFolders = ['src', 'scripts', 'tests', 'bench']

const tool = (file: string, args: string[]) => node([join(root, 'node_modules', file), ...args])

function node(args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

process.exitCode = await main(process.argv.slice(2))
