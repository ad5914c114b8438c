import { appDatabase } from './launcher/app-database.ts'
import { ensureCluster } from './launcher/create-cluster.ts'
import { acquireDataLock } from './launcher/data-lock.ts'
import { postgresFolder, prepareDataDirectory, removeSocketFolder } from './launcher/database-folders.ts'
import { chooseEndpoint, type Endpoint } from './launcher/endpoint.ts'
import { ensureServer, type ServerSetup, stopOwnServer } from './launcher/ensure-server.ts'
import { prepareBinaries } from './launcher/postgres-binaries.ts'
import { serverArguments } from './launcher/postgres-command.ts'
import { chooseRunAs } from './launcher/postgres-user.ts'
import { refuseServedElsewhere } from './launcher/running-server.ts'
import { keepLogBounded } from './launcher/server-log.ts'
import { type LauncherLog, supervise } from './launcher/supervise.ts'

export type EmbeddedPostgres = {
  /** For `openDatabase({ config })`: valid across restarts of the server. */
  config: Endpoint & typeof appDatabase & { ssl: false }
  /** True when the running server of an earlier, killed process of the shop was adopted. */
  adopted: boolean
  /** Contains everything of the database (cluster, log, socket). */
  folder: string
  /** Shuts down cleanly, in 8 s at most; afterwards no process is left and the data folder is unlocked. */
  stop(): Promise<void>
}

/**
 * Runs the shop's own PostgreSQL in `dataDir`/postgres, from the binaries that npm installed: created on the first
 * start, adopted when an earlier process of the shop was killed, restarted when it dies. Architecture, "Facts".
 *
 * @throws EmbeddedPostgresError with what to do about it, see its codes.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: LauncherLog
  /** Called with every step that may take a while. */
  onProgress?: (step: string) => void
  /** Called when the server's process runs, before it accepts connections. */
  onLaunched?: () => void
  /** For tests: other binaries, other server settings, another location for databases that cannot be in `dataDir`. */
  internal?: { packageFolder?: string; settings?: Record<string, string>; reachableFolder?: string }
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, onProgress = () => {}, onLaunched = () => {}, internal = {} } = options
  const runAs = chooseRunAs(`${postgresFolder(dataDir)}/cluster`)
  const folders = prepareDataDirectory(dataDir, runAs, internal.reachableFolder)
  await refuseServedElsewhere(folders)
  const lock = acquireDataLock(folders.folder)
  const stopping = new AbortController()
  let setup: ServerSetup | undefined
  const release = async () => {
    if (setup) await stopOwnServer(setup)
    removeSocketFolder(folders)
    lock.release()
  }
  try {
    const binaries = prepareBinaries({ folder: folders.folder, runAs, packageFolder: internal.packageFolder })
    const endpoint = await chooseEndpoint(folders)
    await ensureCluster({ folders, binaries, runAs, password: endpoint.password, onProgress })

    onProgress('Starting the database')
    const boundedLog = keepLogBounded(folders.logFile)
    const serverArgs = serverArguments(folders, endpoint, internal.settings)
    setup = { folders, binaries, runAs, endpoint, arguments: serverArgs, onLaunched, server: {} }
    const adopted = await ensureServer(setup, stopping.signal)
    if (adopted)
      log.warn(`Adopted the database server that a killed process left running (pid ${setup.server.pid})`)

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
      folder: folders.folder,
      stop: () => (stopped ??= stop()),
    }
  } catch (error) {
    await release()
    throw error
  }
}
