import pg from 'pg'
import { type Migration, readMigrations } from './migration-files.ts'
import { type Connection, connectionConfig } from './open.ts'

/** Why the database is not brought up to date, worded for the person who runs the shop. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** Any fixed number; all processes of the shop on one database meet at it. */
const lockKey = 7_120_413_558

/**
 * Brings a database up to date: applies, in the order of their names, the `.sql` files of `folder` that it has not seen,
 * each in one transaction with its row in `schema_migrations`. Safe to kill at any point and to run from several
 * processes at once (the others wait, then find nothing to do).
 *
 * @returns the names that were applied now.
 * @throws MigrationError when an applied file was changed since, the database holds migrations that this release does
 *   not know, a new file sorts before an applied one, or a file fails (it is undone; those before it stay).
 */
export async function migrate(
  connection: Connection,
  options: {
    /** Path of the folder with the files. */
    folder: string
    /** Kept apart from the shop's own migrations under this name: a plugin's. */
    plugin?: string
    onProgress?: (step: { name: string; number: number; of: number }) => void
  },
): Promise<string[]> {
  const migrations = await readMigrations(options.folder, options.plugin)
  const client = new pg.Client({
    ...connectionConfig(connection),
    connectionTimeoutMillis: 10_000,
    // building an index may take long, and so may waiting for another process that does
    statement_timeout: 0,
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  // a lost connection also fails the query that runs on it, and that error is the one to throw
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const pending = await findPending(client, migrations, options.plugin)
    for (const [at, migration] of pending.entries()) {
      options.onProgress?.({ name: migration.name, number: at + 1, of: pending.length })
      await apply(client, migration)
    }
    return pending.map(({ name }) => name)
  } finally {
    // the end of the session is the end of the lock
    await client.end()
  }
}

async function findPending(client: pg.Client, migrations: Migration[], plugin = ''): Promise<Migration[]> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<Omit<Migration, 'sql'>>(
    `select name, checksum from schema_migrations
      where case when strpos(name, '/') = 0 then '' else split_part(name, '/', 1) end = $1
      order by name collate "C"`,
    [plugin],
  )
  const files = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of rows) {
    const file = files.get(name)
    if (!file) {
      throw new MigrationError(
        `The database holds the migration ${name}, which this release does not know: a newer one wrote it. Start that release, or restore a backup.`,
      )
    }
    if (file.checksum !== checksum) {
      throw new MigrationError(
        `The migration ${name} was changed after it was applied. Restore the file; make the change in a new migration.`,
      )
    }
  }

  const applied = new Set(rows.map(({ name }) => name))
  const last = rows.at(-1)?.name ?? ''
  const pending = migrations.filter(({ name }) => !applied.has(name))
  const late = pending.find(({ name }) => name < last)
  if (late) {
    throw new MigrationError(
      `The new migration ${late.name} sorts before ${last}, which is applied already. Give it a later number.`,
    )
  }
  return pending
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    // too late to undo, but the author learns of it at the first try
    if (client.getTransactionStatus() !== 'T')
      throw new Error('it must not begin or end a transaction itself')
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    const { message, position } = cause as { message: string; position?: string }
    const line = position ? ` (line ${sql.slice(0, Number(position)).split('\n').length})` : ''
    throw new MigrationError(`The migration ${name} failed${line}: ${message}`, { cause })
  }
}
