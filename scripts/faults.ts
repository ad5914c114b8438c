import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeRun } from '../bench/machine.ts'
import { runFaults } from '../tests/faults/run-faults.ts'
import { ensureBuilt } from './build.ts'
import { writeReliability } from './reliability-report.ts'

const whole = { checkouts: 200, appKills: 10, databaseKills: 3 }
const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * `npm run faults [-- --seed N] [--checkouts N] [--app-kills N] [--database-kills N]`: shoppers in a storm, and a judge. What it
 * found goes into `docs/reliability.md` when the storm had its whole size.
 */
async function main(): Promise<number> {
  const number = { type: 'string' } as const
  const { values } = parseArgs({
    options: { seed: number, checkouts: number, 'app-kills': number, 'database-kills': number },
  })
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
  const storm = {
    checkouts: Number(values.checkouts ?? whole.checkouts),
    appKills: Number(values['app-kills'] ?? whole.appKills),
    databaseKills: Number(values['database-kills'] ?? whole.databaseKills),
  }
  const run = describeRun(new Date())
  say(`Seed ${seed}`)
  await ensureBuilt({ onProgress: say })
  const { figures, faults, log } = await runFaults(seed, storm, say)

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
      name: 'faults',
      title: 'Two hundred checkouts in a storm',
      command: `npm run faults -- --seed ${seed}`,
      run,
      headings: ['What', 'Figure'],
      rows: [...rows, ...faults.map((fault) => ['**Fault**', fault])],
      notes,
    })
  return faults.length > 0 ? 1 : 0
}

const notes = [
  'The app is a process of its own with its embedded PostgreSQL; mail server, SMS service and payment company are outside it. Each of the three is down, slow, answers rubbish, or does what it is asked and hangs up, for almost half of what it is asked; payments succeed late, in two tabs, or behind a shopper who never comes back; events of payments come late, twice, in any order or never, and forged ones in between.',
  'Shoppers do what our pages do: an unanswered order is sent again under its key, what may have been lost is read again. Their lines break too.',
  'The seed fixes who buys what, how, which requests meet which trouble and after which call somebody is killed; how long things take is the machine’s, so that two runs of one seed are alike and not the same.',
  'Afterwards the weather clears, the app is killed once more and hours pass by moving the database’s times, until nothing waits for anything.',
  'The judge holds what shoppers were told against the orders, payments, refunds, stock, coupon and outbox in the database, those against the payment company’s own books and against what arrived. 0 faults: no acknowledged order lost or changed, none doubled, nobody left without an answer, nothing oversold, every payment taken belongs to one paid order or went back whole, lines and totals agree, one mail and one SMS for each placed order and none for any other.',
  'A message whose answer was lost, or whose sender was killed before it could note it, goes out again under the same id: no sender can rule that out, and the id makes it one mail for whoever gets it. Any other repetition is a fault.',
]

process.exitCode = await main()
