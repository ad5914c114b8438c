import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../server/platform/config/config.ts'
import { startEmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import { takeClusterAway } from '../server/platform/db/launcher/create-cluster.ts'
import { createLog } from './log.ts'
import { CommandError, say } from './print.ts'
import { FACE_FILE } from './shop-face.ts'

/** What the shop keeps beside its database; other files are left alone. The database is deleted last, so that a reset that was interrupted can be repeated. */
const shopFiles = ['media', 'cache', 'secrets.json', 'store-url', FACE_FILE]

/** Deletes the data of the embedded database, the images and the secrets. The next start creates a new demo shop. */
export async function reset(argv: string[], config: Config): Promise<number> {
  if (config.databaseUrl)
    throw new CommandError(
      'DATABASE_URL is set. This command only resets the embedded database; empty an external one yourself.',
    )
  if (argv.join(' ') !== '--yes')
    throw new CommandError(
      `This deletes the database, images and secrets in ${config.dataDir}. To do it: npm run vitrine -- reset --yes`,
    )
  const postgres = join(config.dataDir, 'postgres')
  if (!existsSync(postgres)) {
    say(`There is no shop in ${config.dataDir}: nothing was deleted.`)
    return 0
  }
  // Starting takes the folder's lock: this detects a running shop, and stops a server that a killed shop left behind.
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log: createLog(config) })
  await server.stop()
  const names = shopFiles.map((name) => join(config.dataDir, name))
  for (const path of names) await rm(path, { recursive: true, force: true })
  takeClusterAway(server.folder)
  // The folder in it may be a link to another disk.
  for (const path of [server.folder, postgres]) await rm(path, { recursive: true, force: true })
  say(`${config.dataDir} is empty. The next start creates a new shop.`)
  return 0
}
