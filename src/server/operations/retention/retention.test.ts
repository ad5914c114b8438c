import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { applyRetention, retentionJobs } from './retention-jobs.ts'
import { retentionRules } from './retention-rules.ts'

const { db, pool } = await testDatabase()
const services = { db, log: pino({ enabled: false }), config: {} }

const apply = (name: string, config = {}) => {
  const rule = retentionRules.find((known) => known.name === name)
  if (!rule) throw new Error(`There is no rule ${name}`)
  return applyRetention({ ...services, config }, rule)
}

const countOf = async (table: string) =>
  (await pool.query<{ n: number }>(`select count(*)::integer as n from ${table}`)).rows[0]?.n

/** Rows that are old enough to be deleted, and rows that are not. */
const ages: Record<string, { table: string; insert: string; old: string; young: string }> = {
  'change-log': {
    table: 'change_log',
    insert: `insert into change_log (tag, at) select 'x', now() - $1::interval from generate_series(1, $2::integer)`,
    old: '169 hours',
    young: '167 hours',
  },
  outbox: {
    table: 'outbox',
    insert: `insert into outbox (channel, kind, recipient, text, created_at)
      select 'mail', 'order_placed', 'a@example.com', 'x', now() - $1::interval from generate_series(1, $2::integer)`,
    old: '91 days',
    young: '89 days',
  },
  'outbox-secrets': {
    table: 'outbox',
    insert: `insert into outbox (channel, kind, recipient, text, created_at)
      select 'sms', 'otp', '+919876543210', 'x', now() - $1::interval from generate_series(1, $2::integer)`,
    old: '61 minutes',
    young: '59 minutes',
  },
  'webhook-events': {
    table: 'webhook_events',
    insert: `insert into webhook_events (gateway, event_id, received_at)
      select 'stripe', gen_random_uuid()::text, now() - $1::interval from generate_series(1, $2::integer)`,
    old: '91 days',
    young: '89 days',
  },
  'missed-searches': {
    table: 'missed_searches',
    insert: `insert into missed_searches (day, words, searches)
      select (now() - $1::interval)::date, 'x' || n, 1 from generate_series(1, $2::integer) n`,
    old: '92 days',
    young: '89 days',
  },
  'price-history': {
    table: 'price_history',
    insert: `insert into price_history (variation_id, channel_id, selling_price, until)
      select 1, 1, n, now() - $1::interval from generate_series(1, $2::integer) n`,
    old: '401 days',
    young: '399 days',
  },
  'idempotency-keys': {
    table: 'idempotency_keys',
    insert: `insert into idempotency_keys (scope, key, body_hash, status, reply, created_at)
      select 'x', gen_random_uuid()::text, '', 200, '{}', now() - $1::interval from generate_series(1, $2::integer)`,
    old: '25 hours',
    young: '23 hours',
  },
  'access-log': {
    table: 'access_logs',
    insert: `insert into access_logs (event, ip, user_agent, at)
      select 'login', '203.0.113.9', '', now() - $1::interval from generate_series(1, $2::integer)`,
    old: '91 days',
    young: '89 days',
  },
  'job-records': {
    table: 'job_records',
    insert: `insert into job_records (job, record, retry_at)
      select 'x', gen_random_uuid()::text, now() - $1::interval from generate_series(1, $2::integer)`,
    old: '25 hours',
    young: '23 hours',
  },
  'rate-limits': {
    table: 'rate_limits',
    insert: `insert into rate_limits (bucket, hits, expires_at)
      select gen_random_uuid()::text, '{}', now() - $1::interval from generate_series(1, $2::integer)`,
    old: '1 minute',
    young: '-1 minute',
  },
}

test.each(Object.entries(ages))(
  'retention of %s deletes old rows in batches and keeps young ones',
  async (name, age) => {
    await pool.query(`truncate ${age.table} cascade`)
    await pool.query(age.insert, [age.old, 2_100])
    await pool.query(age.insert, [age.young, 3])

    expect(await apply(name)).toBe(2_100)

    expect(await countOf(age.table)).toBe(3)
    expect(await apply(name)).toBe(0)
  },
)

test('retention of access-log-addresses shortens each address once', async () => {
  await pool.query('truncate access_logs')
  const addresses = ['203.0.113.9', '2001:db8:1:2:3::4', '', 'unknown']
  for (const ip of addresses)
    await pool.query(
      `insert into access_logs (event, ip, user_agent, at) values ('login', $1, '', now() - interval '31 days')`,
      [ip],
    )
  await pool.query(`insert into access_logs (event, ip, user_agent) values ('login', '203.0.113.9', '')`)

  expect(await apply('access-log-addresses')).toBe(4)

  const { rows } = await pool.query<{ ip: string }>('select ip from access_logs order by id')
  expect(rows.map(({ ip }) => ip)).toEqual(['203.0.113.0', '2001:db8:1::', '', '', '203.0.113.9'])
  expect(await apply('access-log-addresses')).toBe(0)
})

test('retention of dead-jobs deletes them after 14 days and leaves the others', async () => {
  await pool.query(
    `select graphile_worker.add_job('x', max_attempts => 1, job_key => k) from unnest('{old,young,alive}'::text[]) k`,
  )
  await pool.query(`update graphile_worker._private_jobs set attempts = max_attempts where key <> 'alive'`)
  await pool.query(
    `update graphile_worker._private_jobs set updated_at = now() - interval '15 days' where key <> 'young'`,
  )

  expect(await apply('dead-jobs')).toBe(1)

  const { rows } = await pool.query<{ key: string }>('select key from graphile_worker.jobs order by key')
  expect(rows.map(({ key }) => key)).toEqual(['alive', 'young'])
})

test('retention of the outbox and the access log follows the configuration', async () => {
  await pool.query('truncate outbox')
  const { insert } = ages.outbox ?? { insert: '' }
  await pool.query(insert, ['31 days', 5])

  expect(await apply('outbox', { outboxRetentionDays: 30 })).toBe(5)
})

test('docs/retention.md names every rule with its age, and every rule has a job', () => {
  const page =
    readFileSync(join(import.meta.dirname, '../../../../docs/retention.md'), 'utf8').split(
      '\nOther jobs',
    )[0] ?? ''
  const documented = [...page.matchAll(/^\| `([a-z-]+)` \|[^|]*\| ([^|]+?) \|/gm)].map(([, name, age]) => ({
    name,
    age,
  }))
  const rules = retentionRules.map(({ name, keep }) => ({ name, age: keep?.({}) ?? 'until it expires' }))

  expect(documented).toEqual(rules)
  expect(retentionJobs.map(({ name }) => name)).toEqual(retentionRules.map(({ name }) => `retention-${name}`))
})
