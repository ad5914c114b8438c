import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { describeSchema } from '#harness/describe-schema.ts'
import { migrate } from './migrate.ts'

const { pool, connection } = await testDatabase({ empty: true })

let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-migrations-'))
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const tables = async () =>
  (await pool.query(`select tablename from pg_tables where schemaname = 'public' order by 1`)).rows
    .map(({ tablename }) => tablename)
    .filter((name) => name !== 'schema_migrations')

test('migrations are applied once in name order, and returned', async () => {
  write('0002_b.sql', 'alter table a add column b int')
  write('0001_a.sql', 'create table a (id int); create table c (id int);')
  write('notes.txt', 'no migration')
  const steps: object[] = []

  const first = await migrate(connection, { folder, onProgress: (step) => steps.push(step) })
  const second = await migrate(connection, { folder })

  expect(first).toEqual(['0001_a.sql', '0002_b.sql'])
  expect(second).toEqual([])
  expect(steps).toEqual([
    { name: '0001_a.sql', number: 1, of: 2 },
    { name: '0002_b.sql', number: 2, of: 2 },
  ])
  expect(await tables()).toEqual(['a', 'c'])
})

test('a failing migration is rolled back, reported with its line, and retried next time', async () => {
  write('0001_a.sql', 'create table a (id int)')
  write('0002_b.sql', 'create table b (id int);\ncreate table c (id nonsense);')

  await expect(migrate(connection, { folder })).rejects.toThrow('0002_b.sql failed (line 2)')
  expect(await tables()).toEqual(['a'])

  write('0002_b.sql', 'create table b (id int)')
  expect(await migrate(connection, { folder })).toEqual(['0002_b.sql'])
})

test('a migration that ends its own transaction is refused', async () => {
  write('0001_a.sql', 'create table a (id int); commit; create table b (id int);')

  await expect(migrate(connection, { folder })).rejects.toThrow('transaction')
})

test('a changed applied migration is refused, changed line ends are accepted', async () => {
  write('0001_a.sql', 'create table a (\n  id int\n)')
  await migrate(connection, { folder })

  write('0001_a.sql', 'create table a (\r\n  id int\r\n)')
  expect(await migrate(connection, { folder })).toEqual([])

  write('0001_a.sql', 'create table a (id bigint)')
  write('0002_b.sql', 'create table b (id int)')
  await expect(migrate(connection, { folder })).rejects.toThrow('0001_a.sql was changed')
  expect(await tables()).toEqual(['a'])
})

test('a process of the release before starts on a database that a newer release has migrated', async () => {
  write('0001_a.sql', 'create table a (id int)')
  write('0002_b.sql', 'alter table a add column b int')
  await migrate(connection, { folder })
  rmSync(join(folder, '0002_b.sql'))
  const notices: string[] = []

  expect(await migrate(connection, { folder, onNotice: (notice) => notices.push(notice) })).toEqual([])

  expect(notices).toEqual(['A newer release has migrated the database (0002_b.sql); this one works with it'])
})

test('migrate refuses a database with a contract migration that needs a newer release', async () => {
  write('0001_a.sql', 'create table a (id int, b int)')
  write(
    '0002_b.sql',
    '-- B is gone.\n-- contract: 0.10.0 nothing reads b since 0.10\nalter table a drop column b',
  )
  const as = (release: string) => migrate(connection, { folder, internal: { release } })
  await as('0.11.0')
  rmSync(join(folder, '0002_b.sql'))

  await expect(as('0.9.0')).rejects.toThrow('0002_b.sql, which needs release 0.10.0 or newer; this is 0.9.0')
  expect(await as('0.10.0')).toEqual([])
})

test('migrate adds missing journal columns in a database of an earlier release', async () => {
  await pool.query(
    'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  write('0001_a.sql', 'create table a (id int)')

  expect(await migrate(connection, { folder })).toEqual(['0001_a.sql'])
})

describe('with a baseline', () => {
  const checksum = (text: string) => createHash('sha256').update(text).digest('hex')
  const old = { '0001_a.sql': checksum('a'), '0002_b.sql': checksum('b') }
  const baseline = '-- baseline\n-- contract: 1.0.0 others have other migrations\ncreate table a (id int)'
  const journal = async () =>
    (await pool.query('select name, min_release from schema_migrations order by name')).rows

  /** The journal and the schema as a release before the baseline left them. */
  async function useBefore(applied: Record<string, string>) {
    await pool.query('create table a (id int)')
    await pool.query(
      'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    for (const [name, sum] of Object.entries(applied))
      await pool.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, sum])
  }

  beforeEach(() => {
    write('replaced.json', JSON.stringify(old))
    write('1000_baseline.sql', baseline)
    write('1001_later.sql', 'create table b (id int)')
  })

  test('an empty database gets the baseline, which earlier releases refuse', async () => {
    expect(await migrate(connection, { folder })).toEqual(['1000_baseline.sql', '1001_later.sql'])
    expect(await journal()).toEqual([
      { name: '1000_baseline.sql', min_release: '1.0.0' },
      { name: '1001_later.sql', min_release: null },
    ])
    expect(await migrate(connection, { folder })).toEqual([])
  })

  test('a database of the last release before it keeps its tables, and that release works beside this one', async () => {
    await useBefore(old)

    expect(await migrate(connection, { folder })).toEqual(['1001_later.sql'])

    expect(await journal()).toEqual(
      [...Object.keys(old), '1000_baseline.sql', '1001_later.sql'].map((name) => ({
        name,
        min_release: null,
      })),
    )
    expect(await migrate(connection, { folder })).toEqual([])
    rmSync(join(folder, 'replaced.json'))
    for (const name of ['1000_baseline.sql', '1001_later.sql']) rmSync(join(folder, name))
    write('0001_a.sql', 'a')
    write('0002_b.sql', 'b')
    expect(await migrate(connection, { folder, internal: { release: '0.9.0' } })).toEqual([])
  })

  test('a database of an earlier release is refused unchanged, with the release to start first', async () => {
    await useBefore({ '0001_a.sql': old['0001_a.sql'] })
    const before = await describeSchema(pool)

    await expect(migrate(connection, { folder })).rejects.toThrow(
      /before 0\.9\.0: the migration 0002_b\.sql is missing\. Start release 0\.9\.0 with it once/,
    )

    expect(await describeSchema(pool)).toEqual(before)
    expect(
      (await pool.query('select * from schema_migrations')).fields.map(({ name }) => name),
    ).not.toContain('min_release')
  })

  test('a replaced migration that was changed is refused', async () => {
    await useBefore({ ...old, '0002_b.sql': checksum('c') })

    await expect(migrate(connection, { folder })).rejects.toThrow(
      '0002_b.sql was changed after it was applied',
    )
  })

  test('a restore of the last release before it makes the schema by the baseline', async () => {
    const applied = await migrate(connection, { folder, isRestoring: true, only: new Set(Object.keys(old)) })

    expect(applied).toEqual(['1000_baseline.sql'])
  })
})

test('migrate refuses a database whose restore was not finished', async () => {
  write('0001_a.sql', 'create table a (id int)')
  await pool.query('create table unfinished_restore (started_at timestamptz)')

  await expect(migrate(connection, { folder })).rejects.toThrow(
    'A restore into this database was not finished',
  )
  expect(await migrate(connection, { folder, isRestoring: true })).toEqual(['0001_a.sql'])
})

test('a migration yields to queries of a table in use and succeeds once it is free', async () => {
  write('0001_a.sql', 'create table a (id int)')
  await migrate(connection, { folder })
  write('0002_b.sql', 'alter table a add column b int')
  const reader = await pool.connect()
  await reader.query('begin')
  await reader.query('select from a')
  const inUse = Promise.withResolvers<string>()

  const migrating = migrate(connection, {
    folder,
    onNotice: inUse.resolve,
    internal: { lockTimeoutMs: 100, lockPauseMs: 100, lockAttempts: 1000 },
  })
  expect(await inUse.promise).toBe('The migration 0002_b.sql waits for a table that is in use')
  // Between two attempts other queries run, although the first transaction still holds the table.
  await pool.query('select from a')
  await reader.query('commit')
  reader.release()

  expect(await migrating).toEqual(['0002_b.sql'])
})

test('a migration that never gets its lock fails with the reason and changes nothing', async () => {
  write('0001_a.sql', 'create table a (id int)')
  await migrate(connection, { folder })
  write('0002_b.sql', 'create table b (id int); alter table a add column b int')
  const reader = await pool.connect()
  await reader.query('begin')
  await reader.query('select from a')

  await expect(
    migrate(connection, { folder, internal: { lockTimeoutMs: 50, lockPauseMs: 10, lockAttempts: 3 } }),
  ).rejects.toThrow('0002_b.sql could not lock a table in 3 attempts')

  expect(await tables()).toEqual(['a'])
  await reader.query('rollback')
  reader.release()
})

const concurrentIndex =
  '-- no-transaction\ncreate index concurrently if not exists a_by_id on a (id);\ncreate index concurrently if not exists a_by_note on a (note);\n'
const indexes = async () =>
  (
    await pool.query(
      `select indexrelid::regclass::text as name, indisvalid as is_valid from pg_index
        where indrelid = 'a'::regclass order by 1`,
    )
  ).rows

test('a migration without transaction creates its indexes concurrently, once for all processes', async () => {
  write(
    '0001_a.sql',
    'create table a (id int, note text); insert into a select n from generate_series(1, 1000) n',
  )
  await migrate(connection, { folder })
  write('0002_b.sql', concurrentIndex)

  const applied = await Promise.all([1, 2, 3].map(() => migrate(connection, { folder })))

  expect(applied.flat()).toEqual(['0002_b.sql'])
  expect(await indexes()).toEqual([
    { name: 'a_by_id', is_valid: true },
    { name: 'a_by_note', is_valid: true },
  ])
})

test('an index that a killed process left invalid is rebuilt at the next start', async () => {
  write('0001_a.sql', 'create table a (id int, note text)')
  await migrate(connection, { folder })
  write('0002_b.sql', concurrentIndex)
  const writer = await pool.connect()
  await writer.query('begin')
  await writer.query('insert into a values (1)')
  // The build waits for the open transaction.
  const failed = expect(migrate(connection, { folder })).rejects.toThrow('0002_b.sql failed')
  const builder = `select pid from pg_stat_activity where state = 'active' and query like 'create index concurrently%'
    and wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await pool.query(builder)).rowCount, { timeout: 100_000 }).toBe(1)
  await pool.query(`select pg_terminate_backend(pid) from (${builder}) as builder`)
  await failed
  await writer.query('commit')
  writer.release()
  expect(await indexes()).toEqual([{ name: 'a_by_id', is_valid: false }])

  expect(await migrate(connection, { folder })).toEqual(['0002_b.sql'])

  expect(await indexes()).toEqual([
    { name: 'a_by_id', is_valid: true },
    { name: 'a_by_note', is_valid: true },
  ])
})

test('a new migration that sorts before an applied one is refused', async () => {
  write('0002_b.sql', 'create table b (id int)')
  await migrate(connection, { folder })
  write('0001_a.sql', 'create table a (id int)')

  await expect(migrate(connection, { folder })).rejects.toThrow('0001_a.sql sorts before 0002_b.sql')
})

test("a plugin's migrations are tracked separately from the shop's", async () => {
  write('0001_a.sql', 'create table if not exists a (id int)')
  await migrate(connection, { folder })

  expect(await migrate(connection, { folder, plugin: 'reviews' })).toEqual(['reviews/0001_a.sql'])
  expect(await migrate(connection, { folder })).toEqual([])
})

test('processes that start together apply each migration once', async () => {
  write('0001_a.sql', 'create table a (id int); select pg_sleep(0.1);')
  write('0002_b.sql', 'insert into a values (1)')

  const applied = await Promise.all([1, 2, 3].map(() => migrate(connection, { folder })))

  expect(applied.flat()).toEqual(['0001_a.sql', '0002_b.sql'])
  expect((await pool.query('select * from a')).rows).toEqual([{ id: 1 }])
})

test('the next start completes a migration that was killed midway', async () => {
  write('0001_a.sql', 'create table a (id int)')
  write('0002_b.sql', 'create table b (id int); select pg_sleep(0.5);')
  write('0003_c.sql', 'create table c (id int)')
  const module = JSON.stringify(join(import.meta.dirname, 'migrate.ts'))
  const call = `(${JSON.stringify(connection)}, { folder: ${JSON.stringify(folder)}, onProgress: ({ name }) => console.log(name) })`
  const script = `const { migrate } = await import(${module}); await migrate${call}`
  const shop = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const said of shop.stdout) if (String(said).includes('0002')) break
  shop.kill('SIGKILL')
  await once(shop, 'exit')
  expect(await tables()).toEqual(['a'])

  expect(await migrate(connection, { folder })).toEqual(['0002_b.sql', '0003_c.sql'])

  expect(await tables()).toEqual(['a', 'b', 'c'])
})
