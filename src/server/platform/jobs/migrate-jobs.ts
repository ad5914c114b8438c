import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import pg from 'pg'
import { type Connection, connectionConfig, removeLimits } from '../db/open.ts'
import { PrimaryClient } from '../db/primary-client.ts'
import { openUnlimitedSession } from '../db/unlimited-session.ts'

/** Any fixed number; processes that start at the same time install the schema one after the other. */
const lockKey = 7_120_413_559

/**
 * Installs or updates the queue's own schema, `graphile_worker`. Runs after the shop's migrations; the database user
 * must be allowed to create a schema. The schema's comment names the version that did it, so that a later start
 * neither loads the queue nor waits for it. ADR 0004.
 */
export async function migrateJobs(connection: Connection): Promise<void> {
  const pool = new pg.Pool({
    ...connectionConfig(connection),
    Client: PrimaryClient,
    max: 2,
    connectionTimeoutMillis: 10_000,
    // One session waits in a transaction while the other migrates.
    onConnect: (client) => removeLimits(client),
  })
  // A lost connection also fails its running query, and that error is the one to throw.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    const installed = await readInstalled()
    if (await hasComment(pool, installed)) return
    const { Logger, runMigrations } = await import('graphile-worker')
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock($1)', [lockKey])
      await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
      await client.query('commit')
      // Only the owner of the schema may comment on it; without the comment the next start migrates again.
      await client
        .query(`comment on schema graphile_worker is ${pg.escapeLiteral(installed)}`)
        .catch(() => {})
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  } finally {
    await pool.end()
  }
}

/** Whether `migrateJobs` has nothing to do. */
export async function isQueueCurrent(connection: Connection): Promise<boolean> {
  const session = await openUnlimitedSession(connection)
  try {
    return await hasComment(session, await readInstalled())
  } finally {
    await session.end()
  }
}

async function hasComment(session: Pick<pg.Client, 'query'>, installed: string): Promise<boolean> {
  const { rows } = await session.query<{ comment: string | null }>(
    `select obj_description(to_regnamespace('graphile_worker'), 'pg_namespace') as comment`,
  )
  return rows[0]?.comment === installed
}

async function readInstalled(): Promise<string> {
  const file = findPackageJSON('graphile-worker', import.meta.url)
  if (!file) throw new Error('The package graphile-worker is not installed')
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string }
  return `Installed by graphile-worker ${version}`
}
