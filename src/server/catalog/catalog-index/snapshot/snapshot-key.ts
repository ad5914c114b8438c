import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'

/**
 * Identifies the code, the database and its schema that a snapshot belongs to, on any host. Another release, database or restore,
 * and a migration, which may change products without a change log entry, each give another key. The oid of
 * `change_log` changes with a restore into the same database.
 *
 * @throws when the database does not identify itself: then snapshots cannot be trusted.
 */
export async function readSnapshotKey(db: Db, channelId: number): Promise<string> {
  const { rows } = await sql<{ database: string }>`
    select concat_ws(' ', system_identifier, timeline_id,
      (select oid from pg_database where datname = current_database()), 'change_log'::regclass::oid,
      (select max(name collate "C") || count(*) from schema_migrations)) as database
    from pg_control_system(), pg_control_checkpoint()`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database has no identity')
  return `${sourceHash()} ${process.version} ${row.database} channel ${channelId}`
}

let known: string | undefined

/** Hash of the index's own sources: a change of how it is built or read invalidates older snapshots. */
function sourceHash(): string {
  if (known) return known
  const folder = join(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[cm]?[jt]s$/.test(file) && !/\.test\.|(^|[\\/])test-/.test(file))
    .sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(folder, file)))
  known = hash.digest('hex').slice(0, 24)
  return known
}
