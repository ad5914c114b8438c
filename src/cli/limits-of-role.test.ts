import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase, urlOf } from '#harness/database.ts'
import { testConfig } from '#harness/test-config.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type Connection, openDatabase } from '#server/platform/db/open.ts'
import { migrateJobs } from '#server/platform/jobs/migrate-jobs.ts'
import { backupCommand } from './backup.ts'
import { exportCommand, importCommand } from './products.ts'
import { restoreCommand } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-limits-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What the shop demands of a role behind a pooler, with shorter times, and only in this database. */
const limits = {
  statement_timeout: '200ms',
  lock_timeout: '200ms',
  idle_in_transaction_session_timeout: '200ms',
}

async function limitRole({ pool }: { pool: pg.Pool }) {
  const { rows } = await pool.query<{ role: string; database: string }>(
    `select quote_ident(current_user) as role, quote_ident(current_database()) as database`,
  )
  for (const [name, value] of Object.entries(limits))
    await pool.query(`alter role ${rows[0]?.role} in database ${rows[0]?.database} set ${name} = '${value}'`)
}

function configOf(connection: Connection) {
  return { ...testConfig, databaseUrl: urlOf(connection), dataDir: mkdtempSync(join(folder, 'data-')) }
}

test('backup, restore, import and export are not ended by the time limits of the role', async () => {
  const shop = await testDatabase({ seed: true })
  // Large enough that a copy of it takes longer than the role allows.
  await shop.pool.query(
    `insert into redirects (from_path, to_path) select '/from/' || n, '/to/' || repeat(md5(n::text), 10) from generate_series(1, 150000) n`,
  )
  await limitRole(shop)
  const file = join(folder, 'limited.backup')
  expect(await backupCommand([file], configOf(shop.connection))).toBe(0)

  const target = await testDatabase({ empty: true })
  await limitRole(target)
  const config = configOf(target.connection)
  expect(await restoreCommand([file], config)).toBe(0)

  const csv = join(folder, 'products.csv')
  expect(await exportCommand([csv], config)).toBe(0)
  expect(await importCommand([csv], config)).toBe(0)
}, 120_000)

test('migrations and the queue’s own are not ended by the time limits of the role', async () => {
  const { pool, connection } = await testDatabase({ empty: true })
  await limitRole({ pool })
  const migrations = mkdtempSync(join(folder, 'migrations-'))
  writeFileSync(join(migrations, '0001_slow.sql'), 'create table slow (id int); select pg_sleep(0.5);')
  writeFileSync(
    join(migrations, '0002_index.sql'),
    '-- no-transaction\nselect pg_sleep(0.5);\ncreate index concurrently if not exists slow_id on slow (id);',
  )

  expect(await migrate(connection, { folder: migrations })).toHaveLength(2)
  // The first holds the lock of the second for longer than the role allows.
  await Promise.all([migrateJobs(connection), migrateJobs(connection)])

  expect((await pool.query('select from graphile_worker.jobs')).rowCount).toBe(0)
})

test('a pool without a limit removes that of the role, and keeps its other limits', async () => {
  const { pool, connection } = await testDatabase({ empty: true })
  await limitRole({ pool })
  const unlimited = openDatabase({ ...connection, statementTimeoutMs: 0 })

  await unlimited.pool.query('select pg_sleep(0.5)')

  expect((await unlimited.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
  expect((await unlimited.pool.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '2s' }])
  await unlimited.close()
})
