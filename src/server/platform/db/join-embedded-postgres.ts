import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { appDatabase } from './launcher/app-database.ts'
import { postgresFolder, prepareDataDirectory } from './launcher/database-folders.ts'
import { EmbeddedPostgresError } from './launcher/embedded-postgres-error.ts'
import { chooseEndpoint } from './launcher/endpoint.ts'
import { chooseRunAs } from './launcher/postgres-user.ts'

/**
 * The embedded server of a data folder for a command: the running shop's server, which is left running; else one that
 * is started and stopped again.
 *
 * @throws EmbeddedPostgresError as `startEmbeddedPostgres`, except when a shop is running.
 */
export async function joinEmbeddedPostgres(
  options: Parameters<typeof startEmbeddedPostgres>[0],
): Promise<Pick<EmbeddedPostgres, 'config' | 'stop'>> {
  try {
    return await startEmbeddedPostgres(options)
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError) || error.code !== 'IN_USE') throw error
    const runAs = chooseRunAs(`${postgresFolder(options.dataDir)}/cluster`)
    const endpoint = await chooseEndpoint(prepareDataDirectory(options.dataDir, runAs))
    return { config: { ...endpoint, ...appDatabase, ssl: false }, stop: async () => {} }
  }
}
