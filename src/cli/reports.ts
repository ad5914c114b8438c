import { dropMonths, storeMonths } from '../server/admin/reports/stored-months.ts'
import type { Config } from '../server/platform/config/config.ts'
import { say } from './print.ts'
import { withShop } from './with-database.ts'

/** `vitrine reports rebuild`: drops the stored sums of past months and makes them again; may run next to a running shop. */
export const reportsCommand = (argv: string[], config: Config) =>
  withShop(config, async ({ db }) => {
    if (argv.join(' ') !== 'rebuild') {
      say('Usage:\n  reports rebuild   makes the stored sums of past months again from the orders')
      return 2
    }
    await dropMonths(db)
    await storeMonths(db)
    const { months } = await db
      .selectFrom('report_months')
      .select((eb) => eb.fn.countAll<number>().as('months'))
      .executeTakeFirstOrThrow()
    say(`${months} ${months === 1 ? 'month' : 'months'} stored`)
    return 0
  })
