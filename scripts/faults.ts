import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { partOf, pluginsChoice } from '#harness/plugins-choice.ts'
import { describeRun } from '../bench/machine.ts'
import { runFaults } from '../tests/faults/run-faults.ts'
import { ensureBuilt } from './build.ts'
import { writeReliability } from './reliability-report.ts'

const whole = { checkouts: 200, appKills: 10, databaseKills: 3 }
const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * `npm run faults [-- --seed N] [--checkouts N] [--app-kills N] [--database-kills N]
 * [--plugins all|none]`: checkouts under injected faults, then the checker. A run of full size writes its result into
 * `docs/reliability.md`, with a part of its own for each choice of plugins.
 */
async function main(): Promise<number> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { seed: text, checkouts: text, 'app-kills': text, 'database-kills': text, plugins: text },
  })
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
  const storm = {
    checkouts: Number(values.checkouts ?? whole.checkouts),
    appKills: Number(values['app-kills'] ?? whole.appKills),
    databaseKills: Number(values['database-kills'] ?? whole.databaseKills),
  }
  const plugins = pluginsChoice(values)
  const run = describeRun(new Date())
  say(`Seed ${seed}`)
  await ensureBuilt({ onProgress: say })
  const { figures, faults, log } = await runFaults(seed, storm, { report: say, plugins })

  const rows = [['Seed', String(seed)], ...figures]
  for (const [what, figure] of rows) say(`  ${what}: ${figure}`)
  for (const fault of faults) say(`FAULT  ${fault}`)
  if (faults.length > 0) {
    const file = join(tmpdir(), `vitrine-faults-${seed}.log`)
    writeFileSync(file, log)
    say(`The shop's own log: ${file}`)
  }
  if (JSON.stringify(storm) === JSON.stringify(whole))
    writeReliability({
      ...partOf('faults', '200 checkouts under injected faults', values),
      command: `npm run faults -- --seed ${seed}${plugins ? ` --plugins ${plugins}` : ''}`,
      run,
      headings: ['What', 'Figure'],
      rows: [...rows, ...faults.map((fault) => ['**Fault**', fault])],
      notes,
    })
  return faults.length > 0 ? 1 : 0
}

const notes = [
  'The app is a process of its own with its embedded PostgreSQL; mail server, SMS service and payment gateway are outside it. Each of the three is down, slow, answers garbage, or executes the request and drops the connection, for almost half of its requests. Payments succeed late, in two tabs, or after the shopper has left for good; payment events arrive late, twice, out of order or never, with forged ones in between.',
  'Shoppers behave like our pages: an unanswered order is sent again with its idempotency key, and state that may be lost is read again. Their connections break too.',
  'The seed determines purchases, payment methods, the fault of each request and the request after which a process is killed. Timing depends on the machine, so two runs with one seed are similar, not identical.',
  'Afterwards no faults are injected, the app is killed once more, and hours are simulated by shifting the database’s timestamps until no work is left.',
  'The checker compares the replies to shoppers with orders, payments, refunds, stock, coupon, promotions and outbox in the database, and those with the gateway’s own ledger and the delivered messages. 0 faults means: no acknowledged order is lost, changed or duplicated, every shopper has an answer, nothing is oversold, every captured payment belongs to one paid order or is refunded in full, lines and totals agree, and each placed order has one mail and one SMS and no other order has any.',
  'A message whose response was lost, or whose sender was killed before recording it, is sent again with the same id. No sender can exclude that, and the id lets the receiver drop the duplicate. Any other repetition is a fault.',
]

process.exitCode = await main()
