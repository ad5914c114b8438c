import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Database } from '../kernel/schema.ts'
import { columnParsers } from './column-parsers.ts'
import { namingPool } from './prepared.ts'
import { WaitingPool } from './waiting-pool.ts'

/** Address of a database: a URL (`DATABASE_URL`), or what `startEmbeddedPostgres` returned. */
export type Connection = { connectionString: string } | { config: pg.ClientConfig }

export type OpenDatabase = {
  db: Kysely<Database>
  /** The same connections, for features that Kysely lacks (COPY). */
  pool: pg.Pool
  /**
   * Connections with a session of their own, for LISTEN and jobs: the same pool, unless that goes through a pooler.
   */
  direct: pg.Pool
  /** Ends all connections after their running queries. May be called more than once. */
  close(): Promise<void>
}

/**
 * Opens a pool of connections; none is made before the first query. Time limits are those of security §23: a query
 * that exceeds one fails, its connection stays usable. int8 is read as a safe integer, numeric as text, times as
 * Date.
 */
export function openDatabase(
  options: Connection & {
    /** Bypasses the connection pooler of `connection`: see `preparePooledSession`. */
    direct?: Connection | undefined
    poolSize?: number | undefined
    /** For reads; by default a server that takes writes is found, and a standby refused. */
    isStandby?: boolean
    connectTimeoutMs?: number
    /** Called when a connection breaks while no query runs on it; queries report their own errors. */
    onConnectionLost?: (error: Error) => void
  } & SessionLimits,
): OpenDatabase {
  const connectionTimeoutMillis = options.connectTimeoutMs ?? 2000
  const limits = {
    statement_timeout: options.statementTimeoutMs ?? DEFAULT_LIMITS.statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs ?? DEFAULT_LIMITS.lockTimeoutMs,
    idle_in_transaction_session_timeout:
      options.idleTransactionTimeoutMs ?? DEFAULT_LIMITS.idleTransactionTimeoutMs,
  }
  const unlimited = Object.entries(limits).flatMap(([name, value]) => (value === 0 ? name : []))
  const shared = { connectionTimeoutMillis, types: columnParsers, statementLimitMs: limits.statement_timeout }
  const own = {
    ...shared,
    isStandby: options.isStandby,
    ...limits,
    ...(unlimited.length > 0 && { onConnect: (client: pg.ClientBase) => removeLimits(client, unlimited) }),
  }
  const max = options.poolSize ?? 10
  const pool = options.direct
    ? // A shared session accepts no settings: PgBouncer refuses them.
      new WaitingPool({ ...addressOf(options), ...shared, max })
    : new WaitingPool({ ...connectionConfig(options), ...own, max })
  const direct = options.direct
    ? new WaitingPool({ ...connectionConfig(options.direct), ...own, max: DIRECT_POOL_SIZE })
    : pool
  // Without a handler a lost connection would end the process; the pool replaces it by itself.
  const lost = options.onConnectionLost ?? (() => {})
  for (const one of new Set([pool, direct])) {
    one.on('error', lost)
    one.on('connect', (client) => client.on('error', () => {}))
  }

  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: namingPool(pool) }) })
  let closed: Promise<void> | undefined
  const close = async () => {
    await Promise.all([...new Set([pool, direct])].map((one) => one.end()))
  }
  return { db, pool, direct, close: () => (closed ??= close()) }
}

/** The change feed and its poll, jobs, and one spare. */
const DIRECT_POOL_SIZE = 4

export type SessionLimits = {
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  idleTransactionTimeoutMs?: number
}

const DEFAULT_LIMITS = { statementTimeoutMs: 3000, lockTimeoutMs: 2000, idleTransactionTimeoutMs: 10_000 }

/** `transaction_timeout` is of PostgreSQL 17 and newer: an older one has no such row, and nothing to remove. */
const allLimits = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
  'transaction_timeout',
]

/**
 * Removes the time limits of a session, or those named. By SQL, because the driver leaves out settings of 0 when it connects, and
 * the limits of the role would remain: behind a pooler the shop itself asks for 3 s (ADR 0014). Not through a pooler, whose sessions are shared.
 */
export async function removeLimits(
  client: pg.ClientBase,
  names: readonly string[] = allLimits,
): Promise<void> {
  // First and alone: the next statement takes longer than this one.
  if (names.includes('statement_timeout')) await client.query('set statement_timeout = 0')
  await client.query(`select set_config(name, '0', false) from pg_settings where name = any($1)`, [names])
}

/** Required session settings, as PostgreSQL shows them, for sessions where the shop cannot set them itself. */
export const sessionSettings = (limits: SessionLimits): Record<string, string> => {
  const { statementTimeoutMs, lockTimeoutMs, idleTransactionTimeoutMs } = { ...DEFAULT_LIMITS, ...limits }
  return {
    statement_timeout: `${statementTimeoutMs / 1000}s`,
    lock_timeout: `${lockTimeoutMs / 1000}s`,
    idle_in_transaction_session_timeout: `${idleTransactionTimeoutMs / 1000}s`,
    timezone: 'UTC',
  }
}

/**
 * What pg needs to connect, for a pool or a single client. Statements are not compiled (`jit`, on by default): for those of a shop,
 * which take milliseconds, PostgreSQL would compile for hundreds, in each new session.
 */
export function connectionConfig(connection: Connection): pg.ClientConfig {
  return { options: '-c TimeZone=UTC -c jit=off', ...addressOf(connection) }
}

const addressOf = (connection: Connection): pg.ClientConfig => ({
  application_name: 'vitrine',
  // A session that waits, such as the change feed's, notices within 15 s that its host is gone, and no firewall forgets it.
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
  ...('connectionString' in connection
    ? { connectionString: connection.connectionString }
    : connection.config),
})
