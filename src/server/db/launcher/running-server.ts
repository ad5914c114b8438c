import { readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import type { Place } from './place.ts'
import { clusterName } from './postgres-command.ts'
import { nameOfUser } from './postgres-user.ts'
import { type ProcessInfo, readProcess, workingFolder } from './process-info.ts'

export type FoundServer = {
  pid: number
  /** False when an older release (or other settings) started it: better stopped and started anew than adopted. */
  isCurrent: boolean
}

/**
 * The server that an earlier, killed process of the shop left running on this cluster, if any. What a dead server left
 * (pid file, socket) is removed. Only the holder of the data lock may call this.
 *
 * @throws EmbeddedPostgresError IN_USE when the cluster's server was not started by us, by this user, on this machine.
 */
export async function findRunningServer(
  place: Place,
  expected: { command: string; uid: number | undefined },
): Promise<FoundServer | undefined> {
  const pid = readServerPid(place.cluster)
  if (pid === undefined) return undefined

  const server = readProcess(pid)
  if (!server || !servesCluster(server, place.cluster)) {
    if (await someoneListens(place.socketFolder)) throw servedElsewhere(place.cluster)
    removeTraces(place)
    return undefined
  }
  if (process.platform === 'win32') return { pid, isCurrent: true }
  if (server.uid !== expected.uid || !server.command.includes(`cluster_name=${clusterName}`)) {
    throw foreignServer(place.cluster, server)
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

/** A pid may have been given to another program since, or to another cluster's server. */
function servesCluster({ pid, command }: ProcessInfo, cluster: string): boolean {
  if (process.platform === 'win32') return true
  if (!/(^|\/)postgres( |:|$)/.test(command)) return false
  const folder = workingFolder(pid)
  return folder === undefined ? command.includes(cluster) : folder === cluster
}

/** A server in another container has a pid that we cannot see, but its socket in the shared folder answers. */
function someoneListens(socketFolder: string): Promise<boolean> {
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

function removeTraces({ cluster, socketFolder }: Place): void {
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  if (process.platform === 'win32') return
  // these too name the dead server's pid, and would stop a new one while another process has it
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
