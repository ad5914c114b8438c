import { type MigrateOptions, migrate } from '#server/platform/db/migrate.ts'
import type { MigrationFolder } from '#server/platform/db/migration-files.ts'
import type { Connection } from '#server/platform/db/open.ts'
import type { ServerPlugin } from '#server/platform/kernel/plugin.ts'
import { kebabCase } from './define-plugin-job.ts'

/**
 * Applies the migrations of the installed plugins, active or not, in the order of the list, after the shop's own.
 * They are tracked per plugin.
 *
 * @returns the names that were applied now: `gift-note/0001_gift_notes.sql`.
 * @throws MigrationError as `migrate` does; the plugins after that one are not migrated.
 */
export async function migratePlugins(
  connection: Connection,
  installed: Parameters<typeof migrationFoldersOf>[0],
  options: Pick<MigrateOptions, 'onProgress' | 'onNotice'> = {},
): Promise<string[]> {
  const applied: string[] = []
  for (const folder of migrationFoldersOf(installed))
    applied.push(...(await migrate(connection, { ...options, ...folder })))
  return applied
}

/** The folders of the installed plugins' migrations, in the order in which they apply. */
export const migrationFoldersOf = (installed: readonly Pick<ServerPlugin, 'definition' | 'migrations'>[]) =>
  installed.flatMap(({ definition, migrations }): MigrationFolder[] =>
    migrations === undefined ? [] : [{ folder: migrations, plugin: kebabCase(definition.module_name) }],
  )
