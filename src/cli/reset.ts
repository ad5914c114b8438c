import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../server/platform/config/config.ts'
import { startEmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import { createLog } from './log.ts'
import { CommandError, say } from './print.ts'

/** What the shop keeps in its data folder; other files there are left alone. */
const shopFiles = ['postgres', 'media', 'cache', 'secrets.json', 'store-url']

/** Deletes the data of the embedded database, the images and the secrets. The next start creates a new demo shop. */
export async function reset(argv: string[], config: Config): Promise<number> {
  if (config.databaseUrl)
    throw new CommandError(
      'DATABASE_URL is set. This command only resets the embedded database; empty an external one yourself.',
    )
  if (!argv.includes('--yes'))
    throw new CommandError(
      `This deletes the database, images and secrets in ${config.dataDir}. To do it: npm run vitrine -- reset --yes`,
    )
  const postgres = join(config.dataDir, 'postgres')
  if (existsSync(postgres)) {
    // Starting takes the folder's lock: this detects a running shop, and stops a server that a killed shop left
    // behind.
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log: createLog(config) })
    await server.stop()
    if (lstatSync(postgres).isSymbolicLink())
      await rm(realpathSync(postgres), { recursive: true, force: true })
  }
  for (const name of shopFiles) await rm(join(config.dataDir, name), { recursive: true, force: true })
  say(`${config.dataDir} is empty. The next start creates a new shop.`)
  return 0
}
