import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describeRun } from '../bench/machine.ts'
import { type Detector, detectors } from '../tests/detectors/detectors.ts'
import { copySources } from './copy-sources.ts'
import { writeReliability } from './reliability-report.ts'

const root = dirname(import.meta.dirname)
const say = (line: string) => void process.stdout.write(`${line}\n`)

type Verdict = 'found' | 'NOT FOUND' | 'DOES NOT APPLY' | 'FAILS WITHOUT IT' | 'DID NOT RUN'

/**
 * `npm run detectors [-- NAME …]`: introduces each defect in a copy of the tree and runs the test that must detect it. All defects
 * must be detected, and no test may fail without them. A complete run is written to `docs/reliability.md`.
 */
function main(names: string[]): number {
  const run = describeRun(new Date())
  const chosen = detectors.filter(({ name }) => names.length === 0 || names.includes(name))
  const copy = mkdtempSync(join(tmpdir(), 'vitrine-detectors-'))
  chmodSync(copy, 0o755)
  copySources(copy)
  const verdicts: { detector: Detector; verdict: Verdict; seconds: number }[] = []
  try {
    for (const detector of chosen) {
      const started = performance.now()
      const verdict = runDetector(copy, detector)
      const seconds = (performance.now() - started) / 1_000
      verdicts.push({ detector, verdict, seconds })
      say(`${verdict.padEnd(16)} ${seconds.toFixed(0).padStart(3)} s  ${detector.plants}`)
    }
    // A test that also fails without the defect proves nothing.
    const results = runWithoutDefect(copy, chosen)
    for (const one of verdicts) {
      const { file, test } = one.detector
      const own = results.filter(({ title }) => title.includes(test))
      if (own.some(({ status }) => status === 'passed')) continue
      one.verdict = 'FAILS WITHOUT IT'
      const [message = 'did not run'] = own.flatMap(({ failureMessages }) => failureMessages)
      say(`${one.verdict}  ${file}: ${test}: ${message.split('\n')[0]}`)
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  const found = verdicts.filter(({ verdict }) => verdict === 'found').length
  say(`${found} of ${chosen.length} planted bugs were found`)
  if (chosen.length === detectors.length)
    writeReliability({
      name: 'detectors',
      title: 'Planted bugs',
      command: 'npm run detectors',
      run,
      headings: ['Planted', 'Detected by', 'Result'],
      rows: verdicts.map(({ detector, verdict }) => [
        detector.plants,
        `\`${detector.file}\`: ${detector.test}`,
        verdict === 'found' ? 'found' : `**${verdict}**`,
      ]),
      notes: [
        `${found} of ${chosen.length} were found. Each bug is a patch in \`tests/detectors\` against the current source; the run also verifies that each detecting test passes without the patch.`,
      ],
    })
  return found === chosen.length ? 0 : 1
}

function runDetector(copy: string, detector: Detector): Verdict {
  const patch = join(root, 'tests/detectors', `${detector.name}.patch`)
  const apply = (...how: string[]) =>
    spawnSync('git', ['apply', ...how, patch], { cwd: copy, stdio: 'inherit' }).status === 0
  if (!apply()) return 'DOES NOT APPLY'
  const outcome = runTest(copy, detector)
  if (!apply('-R')) throw new Error(`${detector.name} cannot be reverted`)
  if (outcome === 'passed') return 'NOT FOUND'
  return outcome === 'failed' ? 'found' : 'DID NOT RUN'
}

/** Distinguishes a failed test from a file that could not be loaded. */
function runTest(copy: string, { file, test, environment }: Detector): 'passed' | 'failed' | 'did not run' {
  const results = runVitest(copy, [file, '-t', test], environment)
  if (results.some(({ status }) => status === 'failed')) return 'failed'
  return results.some(({ status }) => status === 'passed') ? 'passed' : 'did not run'
}

/** All tests in the detectors' files, without a defect; one file at a time, as with one: together they exceed their time limits. */
function runWithoutDefect(copy: string, chosen: readonly Detector[]): Result[] {
  const files = [...new Set(chosen.map(({ file }) => file))]
  const environment = Object.assign({}, ...chosen.map((detector) => detector.environment ?? {}))
  return runVitest(copy, [...files, '--no-file-parallelism'], environment)
}

type Result = { title: string; status: string; failureMessages: string[] }

function runVitest(copy: string, what: string[], environment: Record<string, string> = {}): Result[] {
  const report = join(copy, 'detector.json')
  rmSync(report, { force: true })
  const args = ['run', ...what, '--reporter=json', `--outputFile.json=${report}`]
  spawnSync(process.execPath, [join(copy, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  })
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { assertionResults: Result[] }[]
    }
    return testResults.flatMap(({ assertionResults }) => assertionResults)
  } catch {
    // It ended before writing the report.
    return []
  }
}

process.exitCode = main(process.argv.slice(2))
