import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { variables } from '../src/server/platform/config/config.ts'
import { ensureBuilt } from './build.ts'
import { findHeadlessShell, requireBrowser } from './find-browser.ts'
import { requireEngines, requireJava, requireShellTools } from './find-engines.ts'
import { type Counts, playwrightCounts, sum, vitestCounts } from './test-counts.ts'

const root = dirname(import.meta.dirname)
const reports = mkdtempSync(join(tmpdir(), 'vitrine-gate-'))
const htmlFolder = join(reports, 'html')
const say = (line: string) => void process.stdout.write(`${line}\n`)

type Step = { about: string; run: () => Promise<Counts> }

const script = (name: string) => () => node([join(root, 'scripts', name)], 'when it ends')

/** What reads the sources only, all at once: one that fails ends the run. */
const quickSteps: Record<string, Step> = {
  // Without colors, which Biome writes even into files and which make format differences unreadable.
  format: {
    about: 'format and lint',
    run: () => tool('@biomejs/biome/bin/biome', ['ci', '--colors=off', '.'], 'when it ends'),
  },
  imports: { about: 'imports', run: script('check-imports.ts') },
  language: { about: 'language', run: script('check-language.ts') },
  figures: { about: 'figures of the code', run: script('code-figures.ts') },
  types: {
    about: 'types',
    // Each further checker instantiates the shared types again: 39 s of processor time with one, 62 with two, 87 with four.
    run: () => tool('typescript/bin/tsc', ['-p', 'tsconfig.json', '--checkers', '1'], 'when it ends'),
  },
}

/** What runs the shop, one after the other: after one that fails the others still run. */
const longSteps: Record<string, Step> = {
  unit: { about: 'unit and API tests', run: runVitest },
  // In one run, so that no worker is idle while a long file ends.
  browser: { about: 'start and stop, and journeys in every engine', run: runJourneys },
  html: { about: 'HTML of every screen that the journeys have seen', run: checkHtml },
}

let isInterrupted = false

const isBrowserNamed = Boolean(process.env.CHROME_PATH)
/** Not in place of a browser that the caller names. */
const findShell = () => (isBrowserNamed ? undefined : findHeadlessShell(say))

async function main(argv: string[]): Promise<number> {
  const steps: Record<string, Step> = { ...quickSteps, ...longSteps }
  const chosen = argv[0] === '--only' ? argv.slice(1) : Object.keys(steps)
  if (argv.length > 0 && (chosen.length === 0 || chosen.some((name) => !Object.hasOwn(steps, name)))) {
    console.error(`Usage: npm test -- [--only ${Object.keys(steps).join('|')} …]`)
    return 2
  }
  useSameEnvironment()
  // The tests start some hundred programs, which compile the same modules: a fifth of their time.
  process.env.NODE_COMPILE_CACHE ??= join(reports, 'compiled')
  const run = (name: string) => runStep(`[${chosen.indexOf(name) + 1}/${chosen.length}]`, steps[name] as Step)
  const isQuick = (name: string) => Object.hasOwn(quickSteps, name)
  let total = (await Promise.all(chosen.filter(isQuick).map(run))).reduce(sum, silence)
  const long = total.failed === 0 ? chosen.filter((name) => !isQuick(name)) : []
  for (const name of long) if (!isInterrupted) total = sum(total, await run(name))
  if (isInterrupted) return 130
  for (const failed of total.failedTests) say(`failed: ${failed}`)
  for (const flaky of total.flakyTests) say(`passed at the second attempt: ${flaky}`)
  say(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed > 0 ? 1 : 0
}

async function runStep(place: string, { about, run }: Step): Promise<Counts> {
  say(`\n${place} ${about}`)
  const started = performance.now()
  const counts = await run().catch((error: Error) => {
    console.error(error.message)
    return failure
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(`${place} ${about}: ${counts.failed > 0 ? 'failed' : 'passed'} in ${seconds} s`)
  return counts
}

/** Removes the shop's variables, so that the caller's environment does not affect the tests. */
function useSameEnvironment() {
  for (const name of Object.keys(process.env))
    if (Object.hasOwn(variables, name) || /^(VITRINE_.*|NODE_ENV|NODE_OPTIONS)$/.test(name))
      delete process.env[name]
}

async function runVitest(): Promise<Counts> {
  process.env.CHROME_PATH = requireBrowser(say)
  const shell = findShell()
  if (shell) process.env.HEADLESS_SHELL = shell
  requireShellTools(say)
  // Some tests run the built shop; later steps need it too.
  await ensureBuilt({ onProgress: say })
  const report = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { failed } = await tool('vitest/vitest.mjs', args)
  return vitestCounts(report, failed > 0)
}

/** Skips engines that cannot be installed, and prints the reason. */
async function runJourneys(): Promise<Counts> {
  requireEngines(say)
  process.env.CHROME_PATH = findShell() ?? requireBrowser(say)
  await ensureBuilt({ onProgress: say })
  const report = join(reports, 'playwright.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  mkdirSync(htmlFolder, { recursive: true })
  process.env.HTML_DIR = htmlFolder
  const { failed } = await tool('@playwright/test/cli.js', [
    'test',
    '--reporter=list,json',
    '--retries=1',
    // Runs by `npm run engines`.
    '--grep-invert=@by-command',
  ])
  return playwrightCounts(report, failed > 0)
}

/** The documents that the browser tests before it have stored. */
async function checkHtml(): Promise<Counts> {
  const java = requireJava(say)
  if (java && existsSync(htmlFolder)) return node([join(root, 'scripts/check-html.ts'), htmlFolder, java])
  say(
    java
      ? 'Skipped: no browser test ran'
      : 'Skipped: no program java (Debian: apt-get install default-jre-headless)',
  )
  return silence
}

/** Steps without tests count only when they fail. */
const failure: Counts = { passed: 0, failed: 1, failedTests: [], flakyTests: [] }
const silence: Counts = { passed: 0, failed: 0, failedTests: [], flakyTests: [] }

type Shown = 'at once' | 'when it ends'

/** Runs a package's program by its file with this Node, because not every installation has links in `.bin`. */
const tool = (file: string, args: string[], shown?: Shown) =>
  node([join(root, 'node_modules', file), ...args], shown)

function node(args: string[], shown: Shown = 'at once'): Promise<Counts> {
  const output = shown === 'at once' ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['inherit', output, output] })
  const lines: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => lines.push(piece))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(lines))
      resolve(code === 0 ? silence : failure)
    })
  })
}

// The steps are in the same process group and receive Ctrl-C themselves; the gate stops after them.
process.on('SIGINT', () => {
  isInterrupted = true
})
process.exitCode = await main(process.argv.slice(2))
rmSync(reports, { recursive: true, force: true })
