import type pg from 'pg'
import { type Connection, connectionConfig, removeLimits } from './open.ts'
import { PrimaryClient } from './primary-client.ts'

/**
 * Connects for work that may take hours: a backup, a restore, a migration. The connection must not go through a pooler. The caller
 * ends it.
 *
 * @param options.lockTimeoutMs without it a statement waits for locks as long as it takes
 */
export async function openUnlimitedSession(
  connection: Connection,
  { lockTimeoutMs = 0 }: { lockTimeoutMs?: number } = {},
): Promise<pg.Client> {
  const client = new PrimaryClient({ ...connectionConfig(connection), connectionTimeoutMillis: 10_000 })
  // A lost connection also fails the query that runs on it, and that error is the one to throw.
  client.on('error', () => {})
  try {
    await client.connect()
    await removeLimits(client)
    if (lockTimeoutMs > 0)
      await client.query(`select set_config('lock_timeout', $1, false)`, [String(lockTimeoutMs)])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}
