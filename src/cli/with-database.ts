import { join } from 'node:path'
import { installedPlugins } from '#plugins/installed.server.ts'
import type { Config } from '../server/config/config.ts'
import { checkFingerprints } from '../server/db/check-fingerprints.ts'
import { joinEmbeddedPostgres } from '../server/db/join-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { type Connection, type OpenDatabase, openDatabase } from '../server/db/open.ts'
import { directConnection } from '../server/db/shop-connection.ts'
import { migrateJobs } from '../server/jobs/migrate-jobs.ts'
import { migratePlugins } from '../server/plugins/migrate-plugins.ts'
import { createLog } from './log.ts'

export const migrationsFolder = join(import.meta.dirname, '..', '..', 'migrations')

/**
 * Connects to the shop's database without migrating it, bypassing a connection pooler. May run next to a running
 * shop.
 */
export async function connectDatabase(
  config: Config,
): Promise<{ connection: Connection; stop(): Promise<void> }> {
  const { databaseUrl, dataDir } = config
  const embedded = databaseUrl ? undefined : await joinEmbeddedPostgres({ dataDir, log: createLog(config) })
  try {
    const connection = await directConnection(config, embedded && { config: embedded.config })
    return { connection, stop: async () => embedded?.stop() }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** Runs a command on the shop's database after migrating it. May run next to a running shop. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: OpenDatabase) => Promise<Result>,
  { acceptsOtherSecrets = false } = {},
) {
  const { connection, stop } = await connectDatabase(config)
  try {
    await migrate(connection, { folder: migrationsFolder })
    await migratePlugins(connection, installedPlugins)
    await migrateJobs(connection)
    // An import writes for longer than a page request may take, so it bypasses a pooler, whose limits are set for
    // pages.
    const database = openDatabase({ ...connection, statementTimeoutMs: 60_000, lockTimeoutMs: 20_000 })
    try {
      if (!acceptsOtherSecrets) await checkFingerprints(database.db, config)
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    await stop()
  }
}
