import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { type Connection, connectionConfig } from '../db/open.ts'

/** Any fixed number; processes that start at the same time install the schema one after the other. */
const lockKey = 7_120_413_559

/**
 * Installs or updates the queue's own schema, `graphile_worker`. Runs after the shop's migrations; the database user
 * must be allowed to create a schema.
 */
export async function migrateJobs(connection: Connection): Promise<void> {
  const pool = new pg.Pool({
    ...connectionConfig(connection),
    max: 2,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 0,
  })
  // A lost connection also fails its running query, and that error is the one to throw.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock($1)', [lockKey])
      await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
      await client.query('commit')
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  } finally {
    await pool.end()
  }
}
