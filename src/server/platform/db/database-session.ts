import type pg from 'pg'
import { ConfigError, type ConfigProblem } from '../config/config.ts'
import { type Connection, connectionConfig, sessionSettings } from './open.ts'
import { withoutStatementNames } from './prepared.ts'
import { PrimaryClient } from './primary-client.ts'

/** Timeout of the first connection: a server that has just been started answers late. */
const CONNECT_TIMEOUT_MS = 10_000

/**
 * Verifies that a connection has a PostgreSQL session of its own, as migrations, LISTEN and session settings need. A
 * pooler such as PgBouncer announces another backend than the one that answers, or refuses the session's settings.
 * ADR 0014.
 *
 * @throws ConfigError when there is a pooler in between.
 * @throws DatabaseConnectionError when the server cannot be reached or refuses the connection.
 */
export async function requireOwnSession(
  connection: Connection,
  variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL',
): Promise<void> {
  const client = new PrimaryClient({
    ...connectionConfig(connection),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect().catch((error: Error) => {
      throw isPoolerRefusal(error) ? pooled(variable) : new DatabaseConnectionError(variable, error)
    })
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const announced = 'processID' in client ? client.processID : undefined
    if (rows[0]?.pid !== announced) throw pooled(variable)
  } finally {
    await client.end().catch(() => {})
  }
}

const isPoolerRefusal = (error: Error) => /unsupported startup parameter/.test(String(error))

/** The database server of the configuration cannot be used. The message is for the operator and contains no password. */
export class DatabaseConnectionError extends Error {
  override name = 'DatabaseConnectionError'
  constructor(variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL', cause: Error) {
    // A host with several addresses fails with an error for each, and a message of none.
    const reasons = cause instanceof AggregateError ? cause.errors : [cause]
    const problem = reasons.map((reason: Error) => reason.message).join(', ')
    super(
      `No connection to the database of ${variable}: ${problem}. Check its host, port, user, password and database name, and that the server is running.`,
      { cause },
    )
  }
}

const pooled = (variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL') =>
  new ConfigError([
    {
      variable,
      problem:
        variable === 'DATABASE_URL'
          ? 'leads to a connection pooler (PgBouncer). Set DATABASE_DIRECT_URL to the same database without the pooler, or use it for both'
          : 'leads to a connection pooler itself: it must reach PostgreSQL directly',
    },
  ])

/**
 * Prepares a pool that goes through a pooler. Its sessions are shared, so time limits and time zone must be settings
 * of the role. Statements keep their names only with a pooler that tracks them (PgBouncer 1.21 and newer).
 *
 * @returns what makes it slow, for the log: hot reads that are planned on every call, statements that are compiled.
 * @throws ConfigError with the SQL to run when a setting of the role is missing.
 */
export async function preparePooledSession(pool: pg.Pool): Promise<string[]> {
  const wanted = sessionSettings({})
  const client = await pool.connect()
  try {
    const names = [...Object.keys(wanted), 'jit']
    const { rows } = await client.query<{ role: string; database: string; values: string[] }>(
      `select current_user as role, current_database() as database,
        array(select current_setting(name) from unnest($1::text[]) with ordinality as given(name, at) order by at) as values`,
      [names],
    )
    const { role, values = [] } = rows[0] ?? {}
    const missing = Object.entries(wanted).filter(([, value], at) => value !== values[at])
    if (missing.length > 0) throw new ConfigError([missingSettings(role ?? '', missing)])
    const hasStatementNames = await followsNames(client)
    if (!hasStatementNames) withoutStatementNames(pool)
    return [
      ...(hasStatementNames ? [] : [WITHOUT_NAMES]),
      ...(values.at(-1) === 'on'
        ? [
            `PostgreSQL compiles statements (jit), which makes most of them slower. Run this in the database, then RECONNECT in the pooler: alter role "${role}" set jit = off;`,
          ]
        : []),
    ]
  } finally {
    client.release()
  }
}

const WITHOUT_NAMES =
  'the connection pooler does not support prepared statements (PgBouncer 1.21 with max_prepared_statements does): hot reads are slower'

const missingSettings = (role: string, missing: [string, string][]): ConfigProblem => ({
  variable: 'DATABASE_URL',
  problem: `goes through a connection pooler, and its role lacks settings that the pooler does not pass on. Run this in the database, then RECONNECT in the pooler: ${missing
    .map(([name, value]) => `alter role "${role}" set ${name} = '${value}';`)
    .join(' ')}`,
})

/** A pooler that tracks names renames statements; any other passes ours through to one of many sessions. */
async function followsNames(client: pg.PoolClient): Promise<boolean> {
  const name = 'vitrine pooler probe'
  await client.query('begin')
  try {
    await client.query({ name, text: 'select 1' })
    const { rows } = await client.query<{ name: string }>(
      `select name from pg_prepared_statements where name = $1`,
      [name],
    )
    // With any other pooler the probe would stay in a shared session, and the next probe would fail.
    if (rows.length > 0) await client.query(`deallocate "${name}"`)
    return rows.length === 0
  } finally {
    await client.query('rollback')
  }
}
