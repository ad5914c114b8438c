import { installedPlugins } from '#plugins/installed.server.ts'
import type { Config } from '../server/platform/config/config.ts'
import { migrateSchema } from '../server/shop/plugins/prepare-schema.ts'
import { createProgress, say } from './print.ts'
import { connectDatabase, requireDataFolder } from './with-database.ts'

/** `vitrine migrate`: applies the migrations of this release and ends. Processes with `MIGRATE=off` wait for it. ADR 0014. */
export async function migrateCommand(_: string[], config: Config): Promise<number> {
  requireDataFolder(config)
  const { connection, stop } = await connectDatabase(config)
  const onProgress = createProgress()
  try {
    const applied = await migrateSchema(connection, installedPlugins, {
      onProgress: ({ name, number, of }) => onProgress(`Migration ${number} of ${of}: ${name}`),
      onNotice: onProgress,
    })
    say(`The database is up to date: ${applied.length} migrations were applied.`)
    return 0
  } finally {
    await stop()
  }
}
