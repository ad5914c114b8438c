import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { errorCode } from '../kernel/errors.ts'
import {
  isOlderRelease,
  type Migration,
  readMigrations,
  readReplaced,
  splitStatements,
  release as thisRelease,
} from './migration-files.ts'
import type { Connection } from './open.ts'
import { openUnlimitedSession } from './unlimited-session.ts'

/** Why the database cannot be migrated, with a message for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** The last release whose migrations the baseline replaces. */
export const lastBeforeBaseline = '0.9.0'

/** Any fixed number; all processes of the shop on one database use the same advisory lock. */
const lockKey = 7_120_413_558

export type MigrateOptions = {
  /** Path of the folder with the files. */
  folder: string
  /** Tracked under this name, separately from the shop's own migrations: a plugin's. */
  plugin?: string
  onProgress?: (step: { name: string; number: number; of: number }) => void
  /** Called with the reason of a delay: another process migrates, a table is locked. */
  onNotice?: (notice: string) => void
  /** Applies only these; a restore first recreates the schema of the backup. */
  only?: ReadonlySet<string>
  /** True only in a restore, whose database is marked as unfinished. */
  isRestoring?: boolean
  /** For tests: another release, other timeouts. */
  internal?: { release?: string; lockTimeoutMs?: number; lockAttempts?: number; lockPauseMs?: number }
}

/**
 * Brings a database up to date: applies, in name order, the new `.sql` files of `folder`, each with its row in
 * `schema_migrations`, and in one transaction unless the file says `-- no-transaction`. Safe to kill at any point and
 * to run from several processes at once (the others wait, then find nothing to do). A database migrated by a newer
 * release is accepted unless one of those files requires a newer release. A database of the last release before the baseline has
 * its schema already, so that the baseline is recorded only; one of an earlier release is refused unchanged. ADR 0011.
 *
 * @returns the names that were applied now.
 * @throws MigrationError when an applied file was changed since, an unknown migration requires a newer release, a new
 * file sorts before an applied one, a restore was not finished, a table stays locked, or a file fails (it is rolled
 * back; those before it stay).
 */
export async function migrate(connection: Connection, options: MigrateOptions): Promise<string[]> {
  const { onProgress = () => {}, onNotice = () => {} } = options
  const migrations = await readMigrations(options.folder, options.plugin)
  // Building an index may take long.
  const client = await openUnlimitedSession(connection)
  try {
    await waitForTurn(client, onNotice)
    if (!options.isRestoring) await requireWholeDatabase(client)
    await adoptJournal(client, migrations, options)
    const pending = await findPending(client, migrations, options)
    for (const [at, migration] of pending.entries()) {
      onProgress({ name: migration.name, number: at + 1, of: pending.length })
      if (migration.isTransactional) await applyWithRetries(client, migration, options)
      else await applyStatements(client, migration)
    }
    return pending.map(({ name }) => name)
  } finally {
    // The end of the session releases the lock.
    await client.end()
  }
}

/**
 * The names that `migrate` would apply now, found without a lock or a change.
 * @throws MigrationError when the database is unfit for this release, as `migrate` does.
 */
export async function readPendingMigrations(
  connection: Connection,
  options: Pick<MigrateOptions, 'folder' | 'plugin'>,
): Promise<string[]> {
  const migrations = await readMigrations(options.folder, options.plugin)
  const client = await openUnlimitedSession(connection)
  try {
    await requireWholeDatabase(client)
    return (await findPending(client, migrations, options)).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/**
 * Polls the lock: a session that waits inside `pg_advisory_lock` holds a snapshot, and `create index concurrently` of
 * the lock's holder would wait for that snapshot forever.
 */
async function waitForTurn(client: pg.Client, onNotice: (notice: string) => void): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
      lockKey,
    ])
    if (rows[0]?.is_ours) return
    if (attempt === 10) onNotice('Waiting for another process that migrates the database')
    await sleep(100)
  }
}

async function requireWholeDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_unfinished: boolean }>(isRestoreUnfinishedSql)
  if (rows[0]?.is_unfinished)
    throw new MigrationError(
      'A restore into this database was not finished. Run `npm run vitrine -- restore FILE` again; it starts over.',
    )
}

/** Creates the journal, or brings that of the last release before the baseline up to date. */
async function adoptJournal(
  client: pg.Client,
  migrations: Migration[],
  { folder, plugin }: MigrateOptions,
): Promise<void> {
  const replaced = await readReplaced(folder, plugin)
  const applied = await readJournal(client, plugin)
  requireLastRelease(replaced, applied)
  await prepareJournal(client)
  await recordBaseline(client, { replaced, migrations, applied })
}

async function findPending(
  client: pg.Client,
  migrations: Migration[],
  { folder, plugin, only, onNotice = () => {}, internal }: MigrateOptions,
): Promise<Migration[]> {
  const replaced = await readReplaced(folder, plugin)
  const rows = await readJournal(client, plugin)
  requireLastRelease(replaced, rows)
  const release = internal?.release ?? thisRelease
  const known = new Map([...replaced, ...migrations.map(({ name, checksum }) => [name, checksum] as const)])
  const newer: string[] = []
  for (const { name, checksum, min_release } of rows) {
    const expected = known.get(name)
    if (expected === undefined) {
      if (min_release && isOlderRelease(release, min_release))
        throw new MigrationError(
          `The database contains the migration ${name}, which needs release ${min_release} or newer; this is ${release}. Start that release, or restore a backup.`,
        )
      newer.push(name)
    } else if (expected !== checksum)
      throw new MigrationError(
        `The migration ${name} was changed after it was applied. Restore the file; make the change in a new migration.`,
      )
  }
  if (newer.length > 0)
    onNotice(`A newer release has migrated the database (${newer.join(', ')}); this one works with it`)

  const applied = new Set(rows.map(({ name }) => name))
  const last = rows.at(-1)?.name ?? ''
  // A backup of the last release before the baseline names what the baseline stands for.
  const isWanted = ({ name, isBaseline }: Migration) =>
    !only || only.has(name) || (isBaseline && [...replaced.keys()].some((old) => only.has(old)))
  const pending = migrations.filter((migration) => !applied.has(migration.name) && isWanted(migration))
  const late = pending.find(({ name }) => name < last)
  if (late) {
    throw new MigrationError(
      `The new migration ${late.name} sorts before ${last}, which is applied already. Give it a later number.`,
    )
  }
  return pending
}

type JournalRow = { name: string; checksum: string; min_release: string | null }

/** The applied migrations of the shop or a plugin; none before the first migration. `min_release` is missing in old journals. */
async function readJournal(client: pg.Client, plugin = ''): Promise<JournalRow[]> {
  const { rows: found } = await client.query(
    `select to_regclass('public.schema_migrations') is not null as "exists"`,
  )
  if (!found[0]?.exists) return []
  const { rows } = await client.query<JournalRow>(
    `select name, checksum, to_jsonb(m) ->> 'min_release' as min_release from schema_migrations m
      where case when strpos(name, '/') = 0 then '' else split_part(name, '/', 1) end = $1
      order by name collate "C"`,
    [plugin],
  )
  return rows
}

/** @throws MigrationError when some of the replaced migrations are applied, and some are not. */
function requireLastRelease(replaced: ReadonlyMap<string, string>, journal: readonly JournalRow[]): void {
  const applied = new Set(journal.map(({ name }) => name))
  const missing = [...replaced.keys()].find((name) => !applied.has(name))
  if (missing === undefined || ![...replaced.keys()].some((name) => applied.has(name))) return
  throw new MigrationError(
    `The database was last used by a release before ${lastBeforeBaseline}: the migration ${missing} is missing. Start release ${lastBeforeBaseline} with it once, then this one (docs/upgrading.md). Nothing has changed.`,
  )
}

/** Records the baseline in a database whose schema was made by the migrations that it stands for. */
async function recordBaseline(
  client: pg.Client,
  {
    replaced,
    migrations,
    applied,
  }: {
    replaced: ReadonlyMap<string, string>
    migrations: readonly Migration[]
    applied: readonly JournalRow[]
  },
): Promise<void> {
  if (!applied.some(({ name }) => replaced.has(name))) return
  const known = new Set(applied.map(({ name }) => name))
  const baseline = migrations.filter(({ name, isBaseline }) => isBaseline && !known.has(name))
  // Without `min_release`, as the release before works with this schema.
  await client.query(
    'insert into schema_migrations (name, checksum) select * from unnest($1::text[], $2::text[])',
    [baseline.map(({ name }) => name), baseline.map(({ checksum }) => checksum)],
  )
}

async function prepareJournal(client: pg.Client): Promise<void> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now(),
      min_release text
    )`)
  // Checked first: adding a column locks the table even when it exists.
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'min_release'`,
  )
  if (!rowCount) await client.query('alter table schema_migrations add column if not exists min_release text')
}

/** lock_not_available, deadlock_detected: another transaction uses the table for a short time. */
const lockCodes = new Set(['55P03', '40P01'])

/**
 * A migration that waits for a table makes every later query on it wait too. So it waits for less than the pool's
 * `lock_timeout` of 2 s and retries after a pause: 30 times, which is about two minutes.
 */
async function applyWithRetries(
  client: pg.Client,
  migration: Migration,
  { onNotice = () => {}, internal = {} }: MigrateOptions,
): Promise<void> {
  const { lockTimeoutMs = 1000, lockAttempts = 30, lockPauseMs = 3000 } = internal
  for (let attempt = 1; ; attempt++) {
    const error = await apply(client, migration, lockTimeoutMs)
    if (!error) return
    if (!lockCodes.has(errorCode(error) ?? '')) throw failure(migration, error)
    if (attempt === lockAttempts)
      throw new MigrationError(
        `The migration ${migration.name} could not lock a table in ${attempt} attempts (${error.message}). A long transaction or a running backup holds it. Start again when it has ended; nothing has changed.`,
        { cause: error },
      )
    if (attempt === 1) onNotice(`The migration ${migration.name} waits for a table that is in use`)
    await sleep(lockPauseMs * (0.5 + Math.random() / 2))
  }
}

/** Applies it in one transaction; returns the error of a migration that was rolled back. */
async function apply(
  client: pg.Client,
  migration: Migration,
  lockTimeoutMs: number,
): Promise<Error | undefined> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await client.query(migration.sql)
    // Too late to roll back, but the author sees it at the first attempt.
    if (client.getTransactionStatus() !== 'T')
      throw new Error('it must not begin or end a transaction itself')
    await record(client, migration)
    await client.query('commit')
    return undefined
  } catch (error) {
    await client.query('rollback').catch(() => {})
    return toError(error)
  }
}

/**
 * Applies one statement at a time. Each must be idempotent, since a kill may happen between it and its record; an
 * invalid index of a killed `create index concurrently` is dropped first, as `if not exists` would keep it.
 */
async function applyStatements(client: pg.Client, migration: Migration): Promise<void> {
  try {
    for (const statement of splitStatements(migration.sql)) {
      const index = /^create (?:unique )?index concurrently if not exists (\S+)/i.exec(
        statement.replace(/\s+/g, ' '),
      )?.[1]
      if (index) await dropInvalidIndex(client, index)
      await client.query(statement)
    }
    await record(client, migration)
  } catch (error) {
    throw failure(migration, toError(error))
  }
}

async function dropInvalidIndex(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rowCount) await client.query(`drop index concurrently if exists ${index}`)
}

const record = (client: pg.Client, { name, checksum, minRelease }: Migration) =>
  client.query('insert into schema_migrations (name, checksum, min_release) values ($1, $2, $3)', [
    name,
    checksum,
    minRelease ?? null,
  ])

const toError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))

function failure({ name, sql }: Migration, cause: Error): MigrationError {
  const { message } = cause
  const position = 'position' in cause ? Number(cause.position) : 0
  const line = position ? ` (line ${sql.slice(0, position).split('\n').length})` : ''
  return new MigrationError(`The migration ${name} failed${line}: ${message}`, { cause })
}

/**
 * A table that exists only while a restore fills the database. A killed restore leaves it behind, so that no process
 * starts on an incomplete shop. ADR 0013.
 */
export const unfinishedRestoreTable = 'unfinished_restore'

export const isRestoreUnfinishedSql = `select to_regclass('${unfinishedRestoreTable}') is not null as is_unfinished`
