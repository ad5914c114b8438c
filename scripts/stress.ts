import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { describeRun } from '../bench/machine.ts'
import { writeReliability } from './reliability-report.ts'

const WHOLE = 20

/**
 * `npm run stress [-- --times N] [--at-once N] [--exclude GLOB] [FILE…]`: runs test files again and again (by default 20 times, all of the
 * unit and API tests) on a machine that has more to do than it can. With `--at-once 1` one busy process per core competes for the processor; with
 * more, the rounds that run beside each other do. Each round is a run of its own, with its own database server. 20 rounds or more are
 * written to `docs/reliability.md`; ends with status 1 when a test failed.
 */
const { values, positionals: files } = parseArgs({
  options: {
    times: { type: 'string', default: String(WHOLE) },
    'at-once': { type: 'string', default: '1' },
    exclude: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
})
const times = Number(values.times)
const atOnce = Number(values['at-once'])
const reports = mkdtempSync(join(tmpdir(), 'vitrine-stress-'))
const run = describeRun(new Date())
const busy =
  atOnce > 1 ? [] : cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
const rounds: Round[] = []
let begun = 0
try {
  await Promise.all(Array.from({ length: atOnce }, runRounds))
} finally {
  for (const process of busy) process.kill('SIGKILL')
  rmSync(reports, { recursive: true, force: true })
}
const failures = rounds.flatMap(({ failed }) => failed)
if (times >= WHOLE) writeReport()
process.exitCode = failures.length > 0 ? 1 : 0

/** Runs rounds one after the other until all have begun. */
async function runRounds() {
  while (begun < times) {
    begun += 1
    const round = await runRound(join(reports, `${begun}.json`))
    rounds.push(round)
    const { tests, failed, seconds } = round
    console.log(`round ${rounds.length}: ${tests} tests, ${failed.length} failed, ${seconds.toFixed(0)} s`)
    for (const name of failed) console.log(`  ${name}`)
  }
}

type Round = { files: number; tests: number; failed: string[]; seconds: number }

type Report = {
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

async function runRound(report: string): Promise<Round> {
  const start = performance.now()
  const excluded = values.exclude.flatMap((glob) => ['--exclude', glob])
  const args = ['run', ...files, ...excluded, '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'exit')
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const tests = testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({ ...test, file: relative('', file.name) })),
  )
  return {
    files: testResults.length,
    tests: tests.filter(({ status }) => status === 'passed' || status === 'failed').length,
    failed: [
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(
          ({ file, fullName, failureMessages = [] }) =>
            `${file}: ${fullName.trim()} (${failureMessages[0]?.split('\n')[0] ?? 'no message'})`,
        ),
      // A file that fails before its first test has no tests.
      ...testResults
        .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
        .map(({ name }) => relative('', name)),
    ],
    seconds: (performance.now() - start) / 1_000,
  }
}

function writeReport() {
  const [first] = rounds
  const seconds = rounds.map((round) => round.seconds).sort((a, b) => a - b)
  writeReliability({
    name: files.length > 0 ? 'stress of files' : 'stress',
    title: files.length > 0 ? 'Some test files on a busy machine' : 'Tests on a busy machine',
    command: [
      'npm run stress --',
      `--at-once ${atOnce}`,
      ...values.exclude.map((glob) => `--exclude '${glob}'`),
      ...files,
    ].join(' '),
    run,
    headings: ['What', 'Figure'],
    rows: [
      ['Rounds', String(rounds.length)],
      ['Rounds at once', String(atOnce)],
      ['Busy processes beside the tests', String(busy.length)],
      ['Test files, tests in each round', `${first?.files ?? 0}, ${first?.tests ?? 0}`],
      ['Shortest and longest round', `${seconds[0]?.toFixed(0)} s, ${seconds.at(-1)?.toFixed(0)} s`],
      ['Failed tests in all rounds', String(failures.length)],
    ],
    notes: [
      'Each round starts all test processes and the database server again. No test gets a second attempt.',
      ...[...new Set(failures)].map((name) => `Failed: ${name}`),
    ],
  })
}
