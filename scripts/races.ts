import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { partOf, pluginsChoice } from '#harness/plugins-choice.ts'
import { describeRun } from '../bench/machine.ts'
import { writeReliability } from './reliability-report.ts'

const WHOLE = 20
const { values, positionals } = parseArgs({
  options: { plugins: { type: 'string' } },
  allowPositionals: true,
})
const rounds = Number(positionals[0] ?? WHOLE)
const plugins = pluginsChoice(values)
const reports = mkdtempSync(join(tmpdir(), 'vitrine-races-'))

/**
 * `npm run races [-- ROUNDS] [--plugins all|none]`: runs `tests/races` with one process and with two on one database, by default 20
 * rounds each. The result of 20 rounds is written to `docs/reliability.md`, with a part of its own for each choice of plugins.
 */
const run = describeRun(new Date())
const tracks = [1, 2].map((processes) => ({ processes, races: race(processes) }))
rmSync(reports, { recursive: true, force: true })
const hasFailed = tracks.some(({ races }) => races.length === 0 || races.some(({ isPassed }) => !isPassed))
if (rounds === WHOLE)
  writeReliability({
    ...partOf('races', 'Races on the real database', values),
    command: `npm run races${plugins ? ` -- --plugins ${plugins}` : ''}`,
    run,
    headings: ['Race', 'Rounds', 'Processes', 'Result', 'Time'],
    rows: tracks.flatMap(({ processes, races }) =>
      races.map(({ title, isPassed, seconds }) => [
        title,
        String(rounds),
        String(processes),
        isPassed ? 'held' : '**BROKEN**',
        `${seconds.toFixed(0)} s`,
      ]),
    ),
    notes: [
      'All buyers call at the same moment, through the API’s pipeline; with two processes, callers alternate between them. A race passes when every round ends as its title says, including every reply, stock count, coupon use and capture.',
    ],
  })
process.exitCode = hasFailed ? 1 : 0

type Race = { title: string; isPassed: boolean; seconds: number }

function race(processes: number): Race[] {
  const report = join(reports, `${processes}.json`)
  const args = ['run', 'tests/races', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    stdio: 'inherit',
    env: {
      ...process.env,
      RACES_ROUNDS: String(rounds),
      RACES_PROCESSES: String(processes),
      ...(plugins && { RACES_PLUGINS: plugins }),
    },
  })
  return readRaces(report)
}

type Report = {
  testResults: { assertionResults: { title: string; status: string; duration?: number }[] }[]
}

function readRaces(report: string): Race[] {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    return testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ title, status, duration = 0 }) => ({
        title: title.replace(/ \(\d+ rounds, processes: \d+\)$/, ''),
        isPassed: status === 'passed',
        seconds: duration / 1_000,
      })),
    )
  } catch {
    // It ended before writing the report, so no race ran.
    return []
  }
}
