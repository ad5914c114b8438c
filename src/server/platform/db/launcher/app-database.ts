import { realpathSync } from 'node:fs'
import type { Client } from 'pg'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/**
 * The shop's database and its owner role. The role is not a superuser, so a hole in the shop is not one in the
 * server.
 */
export const appDatabase = { user: 'vitrine', database: 'vitrine' }

/**
 * Creates role and database if missing, and verifies that this is the server of our cluster.
 *
 * @throws EmbeddedPostgresError IN_USE when another server answers at our endpoint.
 */
export async function ensureAppDatabase(client: Client, cluster: string, password?: string): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('data_directory') as folder,
            exists (select from pg_roles where rolname = $1) as has_role,
            exists (select from pg_database where datname = $2) as has_database`,
    [appDatabase.user, appDatabase.database],
  )
  const [{ folder, has_role, has_database }] = rows
  if (realpathSync(folder) !== realpathSync(cluster)) {
    throw new EmbeddedPostgresError(
      'IN_USE',
      `The server of another cluster, ${folder}, answers in place of ${cluster}.`,
    )
  }
  if (!has_role) await client.query(`create role ${appDatabase.user} login`)
  if (password)
    await client.query(`alter role ${appDatabase.user} password ${client.escapeLiteral(password)}`)
  if (!has_database) await client.query(`create database ${appDatabase.database} owner ${appDatabase.user}`)
}
