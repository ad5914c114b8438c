import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { appDatabase } from './launcher/app-database.ts'
import { EmbeddedPostgresError } from './launcher/embedded-postgres-error.ts'
import { chooseEndpoint } from './launcher/endpoint.ts'
import { postgresFolder, preparePlace } from './launcher/place.ts'
import { chooseRunAs } from './launcher/postgres-user.ts'

/**
 * The embedded server of a data folder for a command beside the shop: the running shop's own where there is one, which then is
 * left running; else one that is started and stopped again.
 *
 * @throws EmbeddedPostgresError as `startEmbeddedPostgres`, except that a shop that runs is no hindrance.
 */
export async function joinEmbeddedPostgres(
  options: Parameters<typeof startEmbeddedPostgres>[0],
): Promise<Pick<EmbeddedPostgres, 'config' | 'stop'>> {
  try {
    return await startEmbeddedPostgres(options)
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError) || error.code !== 'IN_USE') throw error
    const runAs = chooseRunAs(`${postgresFolder(options.dataDir)}/cluster`)
    const endpoint = await chooseEndpoint(preparePlace(options.dataDir, runAs))
    return { config: { ...endpoint, ...appDatabase, ssl: false }, stop: async () => {} }
  }
}
