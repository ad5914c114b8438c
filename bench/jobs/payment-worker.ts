import pino from 'pino'
import { askDuePaymentsJob } from '#server/commerce/payments/ask-due-payments.ts'
import { expireUnpaidOrders, expireUnpaidOrdersJob } from '#server/commerce/payments/expire-unpaid-orders.ts'
import { type Connection, openDatabase } from '#server/platform/db/open.ts'
import { startJobs } from '#server/platform/jobs/start-jobs.ts'
import { noPlugins } from '#server/shop/plugins/registry.ts'
import { benchConfig } from './bench-config.ts'

/** One process of a shop, as far as its payment jobs go. Says how many orders it has expired after each run. */
const { db, pool } = openDatabase({
  ...(JSON.parse(process.env.JOBS_CONNECTION ?? '') as Connection),
  poolSize: 6,
  statementTimeoutMs: 30_000,
  connectTimeoutMs: 30_000,
})
const expire = {
  ...expireUnpaidOrdersJob,
  run: async (_: unknown, context: Parameters<typeof expireUnpaidOrders>[0]) => {
    const expired = await expireUnpaidOrders(context)
    process.send?.({ expired })
  },
}
const services = { db, config: benchConfig, log: pino({ level: 'error' }), plugins: noPlugins }
const jobs = await startJobs({ services, jobs: [expire, askDuePaymentsJob], pool })
process.on('disconnect', async () => {
  await jobs.stop()
  process.exit(0)
})
process.send?.({ ready: true })
