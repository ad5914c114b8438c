import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installedPlugins } from '#plugins/installed.server.ts'
import { requireShop } from '../server/content/storefront/require-shop.ts'
import type { Config } from '../server/platform/config/config.ts'
import { checkFingerprints } from '../server/platform/db/check-fingerprints.ts'
import { joinEmbeddedPostgres } from '../server/platform/db/join-embedded-postgres.ts'
import { unfinishedRestoreTable } from '../server/platform/db/migrate.ts'
import { type Connection, type OpenDatabase, openDatabase } from '../server/platform/db/open.ts'
import { directConnection } from '../server/platform/db/shop-connection.ts'
import { openUnlimitedSession } from '../server/platform/db/unlimited-session.ts'
import { requireSchema } from '../server/shop/plugins/prepare-schema.ts'
import { createLog } from './log.ts'
import { CommandError } from './print.ts'

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
  { acceptsOtherSecrets = false, requiresTables = false } = {},
) {
  const { connection, stop } = await connectDatabase(config)
  try {
    if (requiresTables) await requireTables(connection)
    await requireSchema(connection, installedPlugins, config)
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

/**
 * `withDatabase` for a command that needs a shop: before the first start it says so, and creates no database.
 * @throws CommandError when there is none yet.
 */
export async function withShop<Result>(
  config: Config,
  work: (database: OpenDatabase) => Promise<Result>,
  options: Parameters<typeof withDatabase>[2] = {},
) {
  requireDataFolder(config)
  return withDatabase(
    config,
    async (database) => {
      await requireShop(database.db, config)
      return work(database)
    },
    { ...options, requiresTables: true },
  )
}

/** @throws CommandError when the embedded database was not created yet. */
export function requireDataFolder({ databaseUrl, dataDir }: Config) {
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres')))
    throw new CommandError(
      `There is no shop in ${dataDir} yet. Start it once (npm start), or set DATA_DIR to the folder of the shop.`,
    )
}

/** Checked before the migrations, which would fill an empty database. One that is being restored is no empty one. */
async function requireTables(connection: Connection) {
  const session = await openUnlimitedSession(connection)
  try {
    const { rows } = await session.query<{ is_empty: boolean }>(
      `select to_regclass('channels') is null and to_regclass('${unfinishedRestoreTable}') is null as is_empty`,
    )
    if (rows[0]?.is_empty)
      throw new CommandError(
        'There is no shop in this database yet. Start it once (npm start), restore a backup, or check DATABASE_URL.',
      )
  } finally {
    await session.end()
  }
}
