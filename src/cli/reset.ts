import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../server/config/config.ts'
import { startEmbeddedPostgres } from '../server/db/embedded-postgres.ts'
import { createLog } from './log.ts'
import { CommandError, say } from './print.ts'

/** What the shop keeps in its data folder; anything else there is somebody else's and stays. */
const ours = ['postgres', 'media', 'cache', 'secrets.json']

/** Throws the data of the embedded database, pictures and secrets away. The next start makes a new demo shop. */
export async function reset(argv: string[], config: Config): Promise<number> {
  if (config.databaseUrl)
    throw new CommandError(
      'DATABASE_URL is set: that database is yours to empty. This command only resets the embedded one.',
    )
  if (!argv.includes('--yes'))
    throw new CommandError(
      `This deletes the database, pictures and secrets in ${config.dataDir}. To do it: npm run vitrine -- reset --yes`,
    )
  const postgres = join(config.dataDir, 'postgres')
  if (existsSync(postgres)) {
    // Starting takes the folder's lock: a running shop is noticed here, and a server that a killed one left behind is stopped.
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log: createLog(config) })
    await server.stop()
    if (lstatSync(postgres).isSymbolicLink())
      await rm(realpathSync(postgres), { recursive: true, force: true })
  }
  for (const name of ours) await rm(join(config.dataDir, name), { recursive: true, force: true })
  say(`${config.dataDir} is empty. The next start makes a new shop.`)
  return 0
}
