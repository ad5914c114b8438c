import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { columnParsers } from './column-parsers.ts'
import { namingPool } from './prepared.ts'
import type { Database } from './schema.ts'

/** Where a database is: a URL (`DATABASE_URL`), or what `startEmbeddedPostgres` returned. */
export type Connection = { connectionString: string } | { config: pg.ClientConfig }

export type OpenDatabase = {
  db: Kysely<Database>
  /** The same connections, for what Kysely does not do (LISTEN, COPY). */
  pool: pg.Pool
  /** Ends all connections after their running queries. Calling it again does no harm. */
  close(): Promise<void>
}

/**
 * Opens a pool of connections; none is made before the first query. Time limits are those of security §23: a query that
 * exceeds one fails, its connection stays usable. int8 is read as a safe integer, numeric as text, times as Date.
 */
export function openDatabase(
  options: Connection & {
    poolSize?: number
    statementTimeoutMs?: number
    lockTimeoutMs?: number
    idleTransactionTimeoutMs?: number
    connectTimeoutMs?: number
    /** Told when a connection breaks while no query runs on it; queries report their own errors. */
    onConnectionLost?: (error: Error) => void
  },
): OpenDatabase {
  const pool = new pg.Pool({
    ...connectionConfig(options),
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 2000,
    statement_timeout: options.statementTimeoutMs ?? 3000,
    lock_timeout: options.lockTimeoutMs ?? 2000,
    idle_in_transaction_session_timeout: options.idleTransactionTimeoutMs ?? 10_000,
    types: columnParsers,
  })
  // unheard, the loss of a connection would end the process; the pool replaces it by itself
  const lost = options.onConnectionLost ?? (() => {})
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', () => {}))

  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: namingPool(pool) }) })
  let closed: Promise<void> | undefined
  return { db, pool, close: () => (closed ??= pool.end()) }
}

/** What pg needs to connect, for a pool or a single client. */
export function connectionConfig(connection: Connection): pg.ClientConfig {
  const where =
    'connectionString' in connection ? { connectionString: connection.connectionString } : connection.config
  return { application_name: 'vitrine', options: '-c TimeZone=UTC', ...where }
}
