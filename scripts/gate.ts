import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ensureBuilt } from './build.ts'
import { requireBrowser } from './find-browser.ts'
import { type Counts, playwrightCounts, sum, vitestCounts } from './test-counts.ts'

const root = dirname(import.meta.dirname)
const reports = mkdtempSync(join(tmpdir(), 'vitrine-gate-'))
const say = (line: string) => void process.stdout.write(`${line}\n`)

type Step = { about: string; run: () => Promise<Counts> }

/** Everything a change must pass, cheapest first. Stops at the first step that fails. */
const steps: Record<string, Step> = {
  format: { about: 'format and lint', run: runBiome },
  imports: { about: 'imports', run: () => node([join(root, 'scripts/check-imports.ts')]) },
  types: { about: 'types', run: () => tool('typescript/bin/tsc', ['-p', 'tsconfig.json']) },
  unit: { about: 'unit and API tests', run: runVitest },
  // By itself, before the journeys: it measures how long a start takes.
  start: { about: 'build, start and stop', run: () => runPlaywright('start') },
  browser: { about: 'browser journeys', run: () => runPlaywright('desktop', 'phone') },
}

let isInterrupted = false

async function main(argv: string[]): Promise<number> {
  const chosen = argv[0] === '--only' ? argv.slice(1) : Object.keys(steps)
  if (argv.length > 0 && (chosen.length === 0 || chosen.some((name) => !Object.hasOwn(steps, name)))) {
    console.error(`Usage: npm test -- [--only ${Object.keys(steps).join('|')} …]`)
    return 2
  }
  useSameEnvironment()
  let total: Counts = { passed: 0, failed: 0 }
  for (const [at, name] of chosen.entries()) {
    const { about, run } = steps[name] as Step
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
    if (counts.failed > 0) break
  }
  say(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed > 0 ? 1 : 0
}

/** A shell that is set up for running the shop must not change what is tested. */
function useSameEnvironment() {
  for (const name of Object.keys(process.env)) {
    const isOurs = /^(VITRINE_.*|PORT|HOST|DATA_DIR|DATABASE_URL|STORE_URL|NODE_ENV|NODE_OPTIONS)$/.test(name)
    if (isOurs) delete process.env[name]
  }
}

/** Its colours go even into files; letter by letter they make a difference in formatting unreadable. */
function runBiome() {
  return tool('@biomejs/biome/bin/biome', ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.'])
}

async function runVitest(): Promise<Counts> {
  process.env.CHROME_PATH = requireBrowser(say)
  // Some tests run the shop as a program; the later steps need it too.
  await ensureBuilt({ onProgress: say })
  const report = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { failed } = await tool('vitest/vitest.mjs', args)
  return vitestCounts(report, failed > 0)
}

async function runPlaywright(...projects: string[]): Promise<Counts> {
  process.env.CHROME_PATH = requireBrowser(say)
  await ensureBuilt({ onProgress: say })
  const report = join(reports, 'playwright.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  const chosen = projects.map((project) => `--project=${project}`)
  const { failed } = await tool('@playwright/test/cli.js', ['test', '--reporter=list,json', ...chosen])
  return playwrightCounts(report, failed > 0)
}

/** What is no test counts only when it fails. */
const failure: Counts = { passed: 0, failed: 1 }
const silence: Counts = { passed: 0, failed: 0 }

/** A package's program by its file: links in `.bin` are not everywhere, and this is the Node that it runs with. */
const tool = (file: string, args: string[]) => node([join(root, 'node_modules', file), ...args])

function node(args: string[]): Promise<Counts> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0 ? silence : failure))
  })
}

// The steps hear of Ctrl-C themselves, being of our group; what is left for us is to stop with them.
process.on('SIGINT', () => {
  isInterrupted = true
})
process.exitCode = await main(process.argv.slice(2))
rmSync(reports, { recursive: true, force: true })
