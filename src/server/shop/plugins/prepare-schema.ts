import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/platform/config/config.ts'
import {
  type MigrateOptions,
  MigrationError,
  migrate,
  readPendingMigrations,
} from '#server/platform/db/migrate.ts'
import type { MigrationFolder } from '#server/platform/db/migration-files.ts'
import type { Connection } from '#server/platform/db/open.ts'
import { isQueueCurrent, migrateJobs } from '#server/platform/jobs/migrate-jobs.ts'
import { migrationFoldersOf } from './migrate-plugins.ts'

type Installed = Parameters<typeof migrationFoldersOf>[0]

/** The folders of all migrations in the order in which they apply: the shop's, then those of the installed plugins. */
export const schemaFolders = (installed: Installed): MigrationFolder[] => [
  { folder: join(import.meta.dirname, '../../../../migrations') },
  ...migrationFoldersOf(installed),
]

/**
 * Migrates shop, installed plugins and queue.
 * @returns the names of the migrations that were applied now.
 * @throws MigrationError as `migrate` does.
 */
export async function migrateSchema(
  connection: Connection,
  installed: Installed,
  report: Pick<MigrateOptions, 'onProgress' | 'onNotice'> = {},
): Promise<string[]> {
  const applied: string[] = []
  for (const folder of schemaFolders(installed))
    applied.push(...(await migrate(connection, { ...report, ...folder })))
  await migrateJobs(connection)
  return applied
}

/**
 * Migrates, or with `MIGRATE=off` waits until `vitrine migrate` has done so: for a process that starts. ADR 0014.
 * @throws MigrationError when the database is unfit for this release; the signal's reason when it aborts.
 */
export async function prepareSchema(
  connection: Connection,
  installed: Installed,
  {
    config,
    signal,
    ...report
  }: Pick<MigrateOptions, 'onProgress' | 'onNotice'> & {
    config: Pick<Config, 'isMigrating'>
    signal?: AbortSignal | undefined
  },
): Promise<void> {
  if (config.isMigrating !== false) return void (await migrateSchema(connection, installed, report))
  for (let said = ''; ; ) {
    const missing = await findMissing(connection, installed)
    if (!missing) return
    if (missing !== said) report.onNotice?.(`Waiting for \`vitrine migrate\` (MIGRATE=off): ${missing}`)
    said = missing
    await sleep(1_000, undefined, { signal })
  }
}

/**
 * Migrates, or with `MIGRATE=off` refuses a database that lacks a migration: for a command, which waits for nothing.
 * @throws MigrationError
 */
export async function requireSchema(
  connection: Connection,
  installed: Installed,
  { isMigrating }: Pick<Config, 'isMigrating'>,
): Promise<void> {
  if (isMigrating !== false) return void (await migrateSchema(connection, installed))
  const missing = await findMissing(connection, installed)
  if (missing) throw new MigrationError(`With MIGRATE=off, run \`vitrine migrate\` first: ${missing}.`)
}

/** What the database lacks, for the operator; undefined when its schema is that of this release. */
async function findMissing(connection: Connection, installed: Installed): Promise<string | undefined> {
  const names: string[] = []
  for (const folder of schemaFolders(installed))
    names.push(...(await readPendingMigrations(connection, folder)))
  const [first, last] = [names.at(0), names.at(-1)]
  if (names.length === 1) return `the database lacks the migration ${first}`
  if (names.length > 1) return `the database lacks ${names.length} migrations, ${first} to ${last}`
  return (await isQueueCurrent(connection)) ? undefined : 'the database lacks the schema of the job queue'
}
