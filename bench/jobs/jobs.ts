import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { applyRetention } from '#server/operations/retention/retention-jobs.ts'
import { retentionRules } from '#server/operations/retention/retention-rules.ts'
import { seedDemoOrders } from '#server/operations/seed/seed-demo-orders.ts'
import { seedDemoShop } from '#server/operations/seed/seed-demo-shop.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type Connection, type OpenDatabase, openDatabase } from '#server/platform/db/open.ts'
import { migrateJobs } from '#server/platform/jobs/migrate-jobs.ts'
import { cloneUnpaidOrders } from '../../tests/clone-unpaid-orders.ts'
import { type Bench, type BenchContext, type Row, whole } from '../figures.ts'
import { benchConfig } from './bench-config.ts'

/** Orders that were not paid in time, swept by two processes; and retention of large tables beside a shop that writes. */
export const jobs: Bench = {
  title: 'Background jobs',
  rows: [],
  async run(context) {
    const dataDir = join(context.dataDir, 'jobs')
    mkdirSync(dataDir, { mode: 0o755 })
    const { config, stop } = await startEmbeddedPostgres({
      dataDir,
      log: { info: () => {}, warn: context.say, error: context.say },
    })
    try {
      await migrate({ config }, { folder: join(import.meta.dirname, '../../migrations') })
      await migrateJobs({ config })
      const database = openDatabase({ config, statementTimeoutMs: 0 })
      try {
        await seedDemoShop(database.db)
        await seedDemoOrders(database.db, benchConfig)
        return {
          rows: [
            await sweep(context, database, { config }),
            ...(await retention(context, database, { config })),
          ],
          notes: [
            'Embedded PostgreSQL as a shop runs it (fsync on). Each order has an open payment, whose status the test gateway reports first; that costs a query and no network.',
            'Retention: each rule by itself while one client writes and reads as a shop does, every 5 ms; its times before and during are compared. Half of the rows are old.',
          ],
        }
      } finally {
        await database.close()
      }
    } finally {
      await stop()
    }
  },
}

async function sweep(
  { say, options }: BenchContext,
  { pool }: OpenDatabase,
  connection: Connection,
): Promise<Row> {
  const count = Number(options.orders ?? 10_000)
  const { rows } = await pool.query<{ order_id: number }>(
    'select order_id from order_items order by id limit 1',
  )
  const orderId = rows[0]?.order_id
  if (!orderId) throw new Error('The demo shop has no order to copy')
  await cloneUnpaidOrders(pool, { orderId, count, withPayments: true, spread: true })
  await pool.query('vacuum analyze')
  say(`${whole(count)} unpaid orders, two processes`)
  const expired = [0, 0]
  const workers = expired.map((_, at) => {
    const worker = fork(join(import.meta.dirname, 'payment-worker.ts'), {
      env: { ...process.env, JOBS_CONNECTION: JSON.stringify(connection) },
    })
    worker.on('message', (message: { expired?: number }) => {
      expired[at] = (expired[at] ?? 0) + (message.expired ?? 0)
    })
    return worker
  })
  const startedAt = performance.now()
  let left = count
  while (left > 0) {
    await sleep(250)
    left = (
      await pool.query<{ left: number }>(
        `select count(*)::integer as left from orders where status = 'pending_payment' and held_until <= now()`,
      )
    ).rows[0]?.left as number
    if (performance.now() - startedAt > 600_000) throw new Error(`${left} orders are left after ten minutes`)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  say(`${seconds.toFixed(1)} s`)
  // The runs end with their last, empty claim.
  await sleep(2_000)
  for (const worker of workers) {
    worker.disconnect()
    await once(worker, 'exit')
  }
  return {
    what: `${whole(count)} unpaid orders expired by two processes (${expired.map(whole).join(' + ')}), start included`,
    ours: `${seconds.toFixed(1)} s`,
    budget: '≤ 60 s',
    met: seconds <= 60,
  }
}

const tables: { rule: string; fill: string }[] = [
  {
    rule: 'change-log',
    fill: `insert into change_log (tag, at) select 'product:' || n, now() - interval '14 days' + make_interval(secs => n * 1.2096)
      from generate_series(1, $1::integer) n`,
  },
  {
    rule: 'outbox',
    fill: `insert into outbox (channel, kind, recipient, subject, text, html, created_at, sent_at)
      select 'mail', 'order_placed', 'asha@example.com', 'Your order', repeat('text ', 40), repeat('html ', 160),
        now() - interval '180 days' + make_interval(secs => n * 15.552), now() from generate_series(1, $1::integer) n`,
  },
  {
    rule: 'access-log-addresses',
    fill: `insert into access_logs (event, ip, user_agent, at)
      select 'login_failed', '203.0.113.' || n % 250, repeat('agent ', 15), now() - interval '60 days' + make_interval(secs => n * 5.184)
      from generate_series(1, $1::integer) n`,
  },
  {
    rule: 'access-log',
    fill: `update access_logs set at = at - interval '60 days' where $1::integer > 0`,
  },
  {
    rule: 'webhook-events',
    fill: `insert into webhook_events (gateway, event_id, received_at)
      select 'stripe', 'evt_' || n, now() - interval '180 days' + make_interval(secs => n * 15.552)
      from generate_series(1, $1::integer) n`,
  },
  {
    rule: 'idempotency-keys',
    fill: `insert into idempotency_keys (scope, key, body_hash, status, reply, created_at)
      select 'order', 'key-' || n, 'hash', 200, jsonb_build_object('data', repeat('x', 500)),
        now() - interval '2 days' + make_interval(secs => n * 0.1728) from generate_series(1, $1::integer) n`,
  },
]

async function retention(
  { say, options }: BenchContext,
  database: OpenDatabase,
  connection: Connection,
): Promise<Row[]> {
  const count = Number(options.rows ?? 1_000_000)
  const services = { db: database.db, log: pino({ level: 'error' }), config: benchConfig }
  const rows: Row[] = []
  for (const { rule: name, fill } of tables) {
    const rule = retentionRules.find((known) => known.name === name)
    if (!rule) throw new Error(`There is no retention rule ${name}`)
    say(`retention of ${name}`)
    await database.pool.query(fill, [count])
    await database.pool.query('vacuum analyze')
    const shop = openDatabase({ ...connection, poolSize: 1 })
    const before = await probeWhile(shop, sleep(5_000))
    const startedAt = performance.now()
    let deleted = 0
    const during = await probeWhile(
      shop,
      applyRetention(services, rule).then((done) => {
        deleted = done
      }),
    )
    const seconds = (performance.now() - startedAt) / 1_000
    await shop.close()
    say(`${whole(deleted)} rows in ${seconds.toFixed(1)} s`)
    rows.push({
      what: `retention of ${name}: ${whole(deleted)} of ${whole(count)} rows`,
      ours: `${seconds.toFixed(1)} s; shop's write p95 ${during.p95.toFixed(1)} ms, longest ${during.longest.toFixed(0)} ms`,
      reference: `p95 ${before.p95.toFixed(1)} ms, longest ${before.longest.toFixed(0)} ms without it`,
    })
  }
  return rows
}

/** What a shop does in the meantime: a transaction that appends to these tables, and a read. In milliseconds. */
async function probeWhile(shop: OpenDatabase, work: Promise<unknown>) {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  const times: number[] = []
  for (let n = 0; !isOver; n++) {
    const startedAt = performance.now()
    await shop.pool.query(
      `with tag as (insert into change_log (tag) values ('bench') returning id),
      mail as (insert into outbox (channel, kind, recipient, text, sent_at) values ('mail', 'bench', 'a@example.com', 'x', now()) returning id),
      event as (insert into webhook_events (gateway, event_id) values ('bench', $1::text) returning 1)
      insert into access_logs (event, ip, user_agent) values ('login', '203.0.113.9', 'bench')`,
      [`${startedAt}-${n}`],
    )
    await shop.pool.query('select count(*) from products where is_published')
    times.push(performance.now() - startedAt)
    await sleep(5)
  }
  await over
  times.sort((a, b) => a - b)
  return { p95: times[Math.floor(times.length * 0.95)] ?? 0, longest: times.at(-1) ?? 0 }
}
