import { join } from 'node:path'
import type { Config } from '../server/config/config.ts'
import { joinEmbeddedPostgres } from '../server/db/join-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { type Connection, type OpenDatabase, openDatabase } from '../server/db/open.ts'
import { createLog } from './log.ts'

const migrations = join(import.meta.dirname, '..', '..', 'migrations')

/** Runs a command on the shop's database, also beside a shop that is running; migrated first. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: OpenDatabase) => Promise<Result>,
) {
  const { databaseUrl, dataDir } = config
  const embedded = databaseUrl ? undefined : await joinEmbeddedPostgres({ dataDir, log: createLog(config) })
  const connection: Connection = embedded
    ? { config: embedded.config }
    : { connectionString: databaseUrl ?? '' }
  try {
    await migrate(connection, { folder: migrations })
    // An import writes for longer than a page may wait.
    const database = openDatabase({ ...connection, statementTimeoutMs: 60_000, lockTimeoutMs: 20_000 })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    await embedded?.stop()
  }
}
