import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { errorCode, errorMessage } from '#server/platform/kernel/errors.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { nameOfUser, type RunAs } from './postgres-user.ts'

export type DatabaseFolders = {
  /** Contains everything of the database; a real path without symlinks. */
  folder: string
  /** The server's own data directory. */
  cluster: string
  /** The folder of the server's Unix socket, accessible to its user (and root) only. */
  socketFolder: string
  logFile: string
}

/** Contains the databases of data folders that the PostgreSQL user cannot enter (root's home). */
const reachableByAll = '/var/lib/vitrine'
/** macOS allows 103 bytes for a socket's path, Linux 107. */
const socketPathLimit = 103

/**
 * Finds or creates the folder `postgres` inside the shop's data folder; where the server's user cannot enter that, it
 * is a link to a folder of its own in `reachable`.
 *
 * @throws EmbeddedPostgresError NOT_OURS when we may not write there.
 */
export function prepareDataDirectory(
  dataDir: string,
  runAs?: RunAs,
  reachable = reachableByAll,
): DatabaseFolders {
  const wanted = postgresFolder(dataDir)
  try {
    mkdirSync(resolve(dataDir), { recursive: true })
    if (!lstatSync(wanted, { throwIfNoEntry: false })) {
      if (runAs && !canEnter(runAs, resolve(dataDir))) linkToReachableFolder(wanted, reachable)
      else makeFolder(wanted)
    }
    accessSync(wanted, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw notWritable(wanted, cause)
  }

  const folder = realpathSync(wanted)
  if (runAs && !canEnter(runAs, folder)) throw unreachable(folder, runAs)
  const socketFolder = prepareSocketFolder(folder, runAs)
  return { folder, cluster: join(folder, 'cluster'), socketFolder, logFile: join(folder, 'postgres.log') }
}

/** The database path of a data folder: a folder, or a link to one. */
export const postgresFolder = (dataDir: string) => join(resolve(dataDir), 'postgres')

function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true })
  // Whatever the umask: the server's user must pass through, and its own files are closed to others.
  if (process.platform !== 'win32') chmodSync(path, 0o755)
}

function linkToReachableFolder(link: string, reachable: string): void {
  makeFolder(reachable)
  const folder = join(reachable, randomBytes(8).toString('hex'))
  makeFolder(folder)
  try {
    symlinkSync(folder, link)
  } catch (error) {
    rmdirSync(folder)
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

/** Called after a clean stop, so that nothing of the shop stays in /tmp. A server's socket keeps its folder, which the next start uses again. */
export function removeSocketFolder({ folder, socketFolder }: DatabaseFolders): void {
  if (socketFolder.startsWith(folder) || existsSync(join(socketFolder, '.s.PGSQL.5432'))) return
  try {
    // A release before had a folder there.
    if (lstatSync(socketFolder).isDirectory()) rmdirSync(socketFolder)
    else rmSync(socketFolder)
  } catch {
    // It is gone, or a killed server's files are in it; the next start uses it again.
  }
}

/** Asks the operating system, so access lists and mounts count too. */
function canEnter({ uid, gid }: RunAs, folder: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid, gid, cwd: '/', stdio: 'ignore' }).status ===
    0
  )
}

/**
 * The socket is always in the data folder, where a process in another container finds it too: it sees neither our processes nor our
 * /tmp. A path that is too long for a socket has a short link there.
 */
function prepareSocketFolder(folder: string, runAs: RunAs | undefined): string {
  if (process.platform === 'win32') return folder
  const ownFolder = join(folder, 'run')
  mkdirSync(ownFolder, { recursive: true, mode: 0o700 })
  chmodSync(ownFolder, 0o700)
  if (runAs) chownSync(ownFolder, runAs.uid, runAs.gid)
  if (Buffer.byteLength(join(ownFolder, '.s.PGSQL.5432')) <= socketPathLimit) return ownFolder
  const link = join('/tmp', `vitrine-${hash(folder)}`)
  try {
    symlinkSync(ownFolder, link)
  } catch (error) {
    // Of the process that runs, or the folder of a release that had the socket there.
    if (errorCode(error) !== 'EEXIST') throw error
  }
  const { uid } = lstatSync(link)
  if (uid !== runAs?.uid && uid !== process.getuid?.())
    throw new EmbeddedPostgresError(
      'NOT_OURS',
      `${link}, which leads to the database's socket, belongs to ${nameOfUser(uid)}. Remove it, or choose another DATA_DIR.`,
    )
  return link
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

function notWritable(folder: string, cause: unknown): EmbeddedPostgresError {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid
  const whose = owner === undefined ? '' : ` (it belongs to ${nameOfUser(owner)})`
  return new EmbeddedPostgresError(
    'NOT_OURS',
    `The database's folder ${folder} cannot be written${whose}: ${errorMessage(cause)}. ` +
      'Start the shop as the user that started it first, give the folder to this one, or choose another DATA_DIR.',
    { cause },
  )
}

function unreachable(folder: string, runAs: RunAs): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'NOT_OURS',
    `The user ${runAs.name}, as whom PostgreSQL runs, cannot enter ${folder}: a parent folder denies it access. ` +
      'Open that folder (chmod o+x), or choose another DATA_DIR.',
  )
}
