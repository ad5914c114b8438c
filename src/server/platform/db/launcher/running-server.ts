import { readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { DatabaseFolders } from './database-folders.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { clusterName } from './postgres-command.ts'
import { nameOfUser } from './postgres-user.ts'
import { type ProcessInfo, readProcess, workingFolder } from './process-info.ts'

export type FoundServer = {
  pid: number
  /**
   * False when an older release (or other settings) started it: it is then stopped and replaced instead of adopted.
   */
  isCurrent: boolean
}

/**
 * To be called before the data lock is taken: its holder cannot be seen either, so that the lock would be taken from a running shop.
 * @throws EmbeddedPostgresError IN_USE when a server that cannot be seen from here works on the cluster.
 */
export async function refuseServedElsewhere({ cluster, socketFolder }: DatabaseFolders): Promise<void> {
  const pid = readServerPid(cluster)
  if (pid === undefined || readServer(pid, { cluster })) return
  if (await isListening(socketFolder)) throw servedElsewhere(cluster)
}

/**
 * Finds the server that an earlier, killed process of the shop left running on this cluster. Files of a dead server
 * (pid file, socket) are removed. Only the holder of the data lock may call this.
 *
 * @throws EmbeddedPostgresError IN_USE when the cluster's server was not started by us, by this user, on this
 * machine.
 */
export async function findRunningServer(
  folders: DatabaseFolders,
  expected: { command: string; uid: number | undefined },
): Promise<FoundServer | undefined> {
  const pid = readServerPid(folders.cluster)
  if (pid === undefined) return undefined

  const server = readServer(pid, folders)
  if (!server) {
    await refuseServedElsewhere(folders)
    removeStaleFiles(folders)
    return undefined
  }
  if (process.platform === 'win32') return { pid, isCurrent: true }
  if (server.uid !== expected.uid || !server.command.includes(`cluster_name=${clusterName}`)) {
    throw foreignServer(folders.cluster, server)
  }
  return { pid, isCurrent: server.command === expected.command }
}

/** First line of the server's pid file. */
export function readServerPid(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function readServer(pid: number, { cluster }: Pick<DatabaseFolders, 'cluster'>): ProcessInfo | undefined {
  const server = readProcess(pid)
  return server && servesCluster(server, cluster) ? server : undefined
}

/** The pid may have been reused by another program, or by another cluster's server. */
function servesCluster({ pid, command }: ProcessInfo, cluster: string): boolean {
  if (process.platform === 'win32') return true
  if (!/(^|\/)postgres( |:|$)/.test(command)) return false
  const folder = workingFolder(pid)
  return folder === undefined ? command.includes(cluster) : folder === cluster
}

/** The pid of a server in another container is invisible, but its socket in the shared folder answers. */
function isListening(socketFolder: string): Promise<boolean> {
  if (process.platform === 'win32') return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = connect(join(socketFolder, '.s.PGSQL.5432'))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function removeStaleFiles({ cluster, socketFolder }: DatabaseFolders): void {
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  if (process.platform === 'win32') return
  // These files too name the dead server's pid, and would stop a new server while another process has that pid.
  rmSync(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true })
  rmSync(join(socketFolder, '.s.PGSQL.5432'), { force: true })
}

function servedElsewhere(cluster: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'IN_USE',
    `A database server that cannot be seen from here, probably in another container, works on ${cluster}. ` +
      'Stop it first, or choose another DATA_DIR.',
  )
}

function foreignServer(cluster: string, { pid, uid, command }: ProcessInfo): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'IN_USE',
    `A database server that the shop did not start works on ${cluster}: process ${pid} of ${nameOfUser(uid)}, "${command}". ` +
      `Stop it first (kill -INT ${pid}), or choose another DATA_DIR.`,
  )
}
