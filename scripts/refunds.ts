import { describeRun } from '../bench/machine.ts'
import { writeReliability } from './reliability-report.ts'
import { runTimedTests } from './timed-tests.ts'

const WHOLE = 2_000
const sequences = Number(process.argv[2] ?? WHOLE)

/**
 * `npm run refunds [-- SEQUENCES]`: random sequences of orders, cancellations, returns and exchanges under promotions, coupons and stored
 * value, by default 2,000, half of them with taxes on top. Both halves run beside each other. The result of 2,000 is written to
 * `docs/reliability.md`. `EXCHANGES_SEED` is the seed.
 */
const run = describeRun(new Date())
const half = Math.ceil(sequences / 2)
const halves = await Promise.all(
  ['tax included', 'tax on top'].map((name) =>
    runTimedTests(['src/server/admin/exchange.property.test.ts', '-t', name], { EXCHANGES: String(half) }),
  ),
)
const tests = halves.flat()
if (sequences === WHOLE)
  writeReliability({
    name: 'refunds',
    title: 'Refunds of random sequences',
    command: 'npm run refunds',
    run,
    headings: ['Prices', 'Sequences', 'Result', 'Time'],
    rows: tests.map(({ title, isPassed, seconds }) => [
      title.includes('tax included') ? 'tax included' : 'tax on top',
      String(half),
      isPassed ? 'exact' : '**WRONG**',
      `${seconds.toFixed(0)} s`,
    ]),
    notes: [
      'A sequence begins with an order of up to three goods under three promotions that count together, half of the time with a coupon and three times in ten with a gift card for a part of it, paid in advance or on delivery. Ten random steps follow on it and on the orders that it is exchanged for: shipment, delivery, exchange (three modes, with discounts), cancellation of pieces or of all, returns that arrive whole, in part or not at all, allowances, links that are paid or expire, other prices, moved stock. In the end everything that is open is settled, and all that customers have comes back in random portions.',
      'After each step: money taken less money given is the value of what stays with the customer, no payment is refunded beyond what it captured, and every piece is in stock, held or with a customer. At the end: of an order whose goods are all back, exactly delivery and fee are left, less allowances, and the ledger of stored value adds up.',
    ],
  })
process.exitCode = tests.length === 2 && tests.every(({ isPassed }) => isPassed) ? 0 : 1
