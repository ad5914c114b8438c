import { appDatabase } from './launcher/app-database.ts'
import { bringUp, type ServerSetup, takeDown } from './launcher/bring-up.ts'
import { ensureCluster } from './launcher/create-cluster.ts'
import { takeDataLock } from './launcher/data-lock.ts'
import { chooseEndpoint, type Endpoint } from './launcher/endpoint.ts'
import { postgresFolder, preparePlace, removeSocketFolder } from './launcher/place.ts'
import { prepareBinaries } from './launcher/postgres-binaries.ts'
import { serverArguments } from './launcher/postgres-command.ts'
import { chooseRunAs } from './launcher/postgres-user.ts'
import { keepLogBounded } from './launcher/server-log.ts'
import { type LauncherLog, supervise } from './launcher/supervise.ts'

export type EmbeddedPostgres = {
  /** For `openDatabase({ config })`: valid across restarts of the server. */
  config: Endpoint & typeof appDatabase & { ssl: false }
  /** True when the server of an earlier, killed process of the shop was taken over. */
  adopted: boolean
  /** Everything of the database (cluster, log, socket) is in this folder. */
  folder: string
  /** Clean shutdown, 8 s at most; afterwards no process is left and the data folder is free. */
  stop(): Promise<void>
}

/**
 * Runs the shop's own PostgreSQL in `dataDir`/postgres, from the binaries that npm installed: made on the first start,
 * taken over when an earlier process of the shop was killed, restarted when it dies. Architecture, "Facts".
 *
 * @throws EmbeddedPostgresError with what to do about it, see its codes.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: LauncherLog
  /** Told of every step that may take a while. */
  onProgress?: (step: string) => void
  /** For tests: other binaries, other server settings, another place for databases that cannot live in `dataDir`. */
  internal?: { packageFolder?: string; settings?: Record<string, string>; reachableFolder?: string }
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, onProgress = () => {}, internal = {} } = options
  const runAs = chooseRunAs(`${postgresFolder(dataDir)}/cluster`)
  const place = preparePlace(dataDir, runAs, internal.reachableFolder)
  const lock = takeDataLock(place.folder)
  const stopping = new AbortController()
  let setup: ServerSetup | undefined
  const release = async () => {
    if (setup) await takeDown(setup)
    removeSocketFolder(place)
    lock.release()
  }
  try {
    const binaries = prepareBinaries({ folder: place.folder, runAs, packageFolder: internal.packageFolder })
    const endpoint = await chooseEndpoint(place)
    await ensureCluster({ place, binaries, runAs, password: endpoint.password, onProgress })

    onProgress('Starting the database')
    const boundedLog = keepLogBounded(place.logFile)
    const serverArgs = serverArguments(place, endpoint, internal.settings)
    setup = { place, binaries, runAs, endpoint, arguments: serverArgs, server: {} }
    const adopted = await bringUp(setup, stopping.signal)
    if (adopted)
      log.warn(`Took over the database server that a killed process left running (pid ${setup.server.pid})`)

    const supervised = supervise(setup, log, stopping.signal)
    let stopped: Promise<void> | undefined
    const stop = async () => {
      stopping.abort()
      await supervised
      boundedLog.stop()
      await release()
    }
    return {
      config: { ...endpoint, ...appDatabase, ssl: false },
      adopted,
      folder: place.folder,
      stop: () => (stopped ??= stop()),
    }
  } catch (error) {
    await release()
    throw error
  }
}
