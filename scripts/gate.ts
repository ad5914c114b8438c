import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { variables } from '../src/server/platform/config/config.ts'
import { ensureBuilt } from './build.ts'
import { findHeadlessShell, requireBrowser } from './find-browser.ts'
import { requireEngines, requireJava } from './find-engines.ts'
import { type Counts, playwrightCounts, sum, vitestCounts } from './test-counts.ts'

const root = dirname(import.meta.dirname)
const reports = mkdtempSync(join(tmpdir(), 'vitrine-gate-'))
const htmlFolder = join(reports, 'html')
const say = (line: string) => void process.stdout.write(`${line}\n`)

type Step = { about: string; run: () => Promise<Counts>; isQuick?: true }

/** Everything a change must pass, cheapest first. A quick step that fails ends the run; after a longer one the others still run. */
const steps: Record<string, Step> = {
  format: { about: 'format and lint', run: runBiome, isQuick: true },
  imports: { about: 'imports', run: () => node([join(root, 'scripts/check-imports.ts')]), isQuick: true },
  language: { about: 'language', run: () => node([join(root, 'scripts/check-language.ts')]), isQuick: true },
  figures: {
    about: 'figures of the code',
    run: () => node([join(root, 'scripts/code-figures.ts')]),
    isQuick: true,
  },
  types: { about: 'types', run: () => tool('typescript/bin/tsc', ['-p', 'tsconfig.json']), isQuick: true },
  unit: { about: 'unit and API tests', run: runVitest },
  // In one run, so that no worker is idle while a long file ends.
  browser: { about: 'start and stop, and journeys of shoppers in every engine', run: runShoppers },
  // On shops of their own, so that they also run when a shopper's journey has failed.
  merchants: {
    about: 'browser journeys of merchants',
    run: async () => {
      let counts = silence
      for (const project of ['merchant', 'merchant-phone', 'closed'])
        counts = sum(counts, await runPlaywright(project))
      return counts
    },
  },
  html: { about: 'HTML of every screen that the journeys have seen', run: checkHtml },
}

let isInterrupted = false

const isBrowserNamed = Boolean(process.env.CHROME_PATH)

async function main(argv: string[]): Promise<number> {
  const chosen = argv[0] === '--only' ? argv.slice(1) : Object.keys(steps)
  if (argv.length > 0 && (chosen.length === 0 || chosen.some((name) => !Object.hasOwn(steps, name)))) {
    console.error(`Usage: npm test -- [--only ${Object.keys(steps).join('|')} …]`)
    return 2
  }
  useSameEnvironment()
  // The tests start some hundred programs, which compile the same modules: a fifth of their time.
  process.env.NODE_COMPILE_CACHE ??= join(reports, 'compiled')
  let total = silence
  for (const [at, name] of chosen.entries()) {
    const { about, run, isQuick } = steps[name] as Step
    say(`\n[${at + 1}/${chosen.length}] ${about}`)
    const started = performance.now()
    const counts = await run().catch((error: Error) => {
      console.error(error.message)
      return failure
    })
    total = sum(total, counts)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    say(`[${at + 1}/${chosen.length}] ${about}: ${counts.failed > 0 ? 'failed' : 'passed'} in ${seconds} s`)
    if (isInterrupted) return 130
    if (counts.failed > 0 && isQuick) break
  }
  for (const failed of total.failedTests) say(`failed: ${failed}`)
  for (const flaky of total.flakyTests) say(`passed at the second attempt: ${flaky}`)
  say(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed > 0 ? 1 : 0
}

/** Removes the shop's variables, so that the caller's environment does not affect the tests. */
function useSameEnvironment() {
  for (const name of Object.keys(process.env))
    if (Object.hasOwn(variables, name) || /^(VITRINE_.*|NODE_ENV|NODE_OPTIONS)$/.test(name))
      delete process.env[name]
}

/** Without colors, which Biome writes even into files and which make format differences unreadable. */
function runBiome() {
  return tool('@biomejs/biome/bin/biome', ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.'])
}

async function runVitest(): Promise<Counts> {
  process.env.CHROME_PATH = requireBrowser(say)
  // Some tests run the built shop; later steps need it too.
  await ensureBuilt({ onProgress: say })
  const report = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { failed } = await tool('vitest/vitest.mjs', args)
  return vitestCounts(report, failed > 0)
}

async function runPlaywright(...projects: string[]): Promise<Counts> {
  process.env.CHROME_PATH = (isBrowserNamed ? undefined : findHeadlessShell(say)) ?? requireBrowser(say)
  await ensureBuilt({ onProgress: say })
  const report = join(reports, 'playwright.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  mkdirSync(htmlFolder, { recursive: true })
  process.env.HTML_DIR = htmlFolder
  const chosen = projects.map((project) => `--project=${project}`)
  const { failed } = await tool('@playwright/test/cli.js', [
    'test',
    '--reporter=list,json',
    '--retries=1',
    '--no-deps',
    ...chosen,
  ])
  return playwrightCounts(report, failed > 0)
}

/** The documents that the browser tests before it have kept. */
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

/** Skips engines that cannot be installed, and prints the reason. */
async function runShoppers(): Promise<Counts> {
  requireEngines(say)
  return runPlaywright('engines', 'start', 'desktop', 'phone')
}

/** Steps without tests count only when they fail. */
const failure: Counts = { passed: 0, failed: 1, failedTests: [], flakyTests: [] }
const silence: Counts = { passed: 0, failed: 0, failedTests: [], flakyTests: [] }

/** Runs a package's program by its file with this Node, because not every installation has links in `.bin`. */
const tool = (file: string, args: string[]) => node([join(root, 'node_modules', file), ...args])

function node(args: string[]): Promise<Counts> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0 ? silence : failure))
  })
}

// The steps are in the same process group and receive Ctrl-C themselves; the gate stops after them.
process.on('SIGINT', () => {
  isInterrupted = true
})
process.exitCode = await main(process.argv.slice(2))
rmSync(reports, { recursive: true, force: true })
