import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { preparePooledSession, requireOwnSession } from './database-session.ts'
import { type Connection, type OpenDatabase, openDatabase, type SessionLimits } from './open.ts'

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databasePoolSize'>

/**
 * The connection to PostgreSQL that bypasses a connection pooler: for migrations. Without `DATABASE_URL` the embedded
 * server's.
 */
export async function directConnection(config: DatabaseConfig, embedded: Connection | undefined) {
  if (embedded) return embedded
  const variable = config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const direct = { connectionString: config.databaseDirectUrl ?? config.databaseUrl ?? '' }
  await requireOwnSession(direct, variable)
  return direct
}

/**
 * Opens the configured database, through its connection pooler if there is one.
 * @throws ConfigError when the pooler's sessions lack settings.
 */
export async function openConfiguredDatabase(
  config: DatabaseConfig,
  direct: Connection,
  { log, ...limits }: SessionLimits & { log?: Pick<Logger, 'warn'> } = {},
): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl, databasePoolSize } = config
  if (!databaseUrl || !databaseDirectUrl)
    return openDatabase({ ...direct, poolSize: databasePoolSize, ...limits })
  const database = openDatabase({
    connectionString: databaseUrl,
    direct,
    poolSize: databasePoolSize,
    ...limits,
  })
  try {
    for (const slow of await preparePooledSession(database.pool)) log?.warn(slow)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
