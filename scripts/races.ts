import { parseArgs } from 'node:util'
import { partOf, pluginsChoice } from '#harness/plugins-choice.ts'
import { describeRun } from '../bench/machine.ts'
import { writeReliability } from './reliability-report.ts'
import { runTimedTests } from './timed-tests.ts'

const WHOLE = 20
const { values, positionals } = parseArgs({
  options: { plugins: { type: 'string' } },
  allowPositionals: true,
})
const rounds = Number(positionals[0] ?? WHOLE)
const plugins = pluginsChoice(values)

/**
 * `npm run races [-- ROUNDS] [--plugins all|none]`: runs `tests/races` with one process and with two on one database, and the races of
 * plugins (`*-race.test.ts`), by default 20 rounds each. The result of 20 rounds is written to `docs/reliability.md`, with a part of its own for each choice of plugins.
 */
const run = describeRun(new Date())
const tracks: { processes: number; races: Awaited<ReturnType<typeof runTimedTests>> }[] = []
for (const processes of [1, 2])
  tracks.push({
    processes,
    races: await runTimedTests(processes === 1 ? ['tests/races'] : ['tests/races', 'race.test.ts'], {
      RACES_ROUNDS: String(rounds),
      RACES_PROCESSES: String(processes),
      ...(plugins && { RACES_PLUGINS: plugins }),
    }),
  })
const hasFailed = tracks.some(({ races }) => races.length === 0 || races.some(({ isPassed }) => !isPassed))
if (rounds === WHOLE)
  writeReliability({
    ...partOf('races', 'Races on the real database', values),
    command: `npm run races${plugins ? ` -- --plugins ${plugins}` : ''}`,
    run,
    headings: ['Race', 'Rounds', 'Processes', 'Result', 'Time'],
    rows: tracks.flatMap(({ processes, races }) =>
      races.map(({ title, isPassed, seconds }) => [
        title.replace(/ \(\d+ rounds, processes: \d+\)$/, ''),
        String(rounds),
        /\d+(?=\)$)/.exec(title)?.[0] ?? String(processes),
        isPassed ? 'held' : '**BROKEN**',
        `${seconds.toFixed(0)} s`,
      ]),
    ),
    notes: [
      'All buyers call at the same moment, through the API’s pipeline; with two processes, callers alternate between them. A race passes when every round ends as its title says, including every reply, stock count, coupon use and capture.',
    ],
  })
process.exitCode = hasFailed ? 1 : 0
