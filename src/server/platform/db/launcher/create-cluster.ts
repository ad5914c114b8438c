import { spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { DatabaseFolders } from './database-folders.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import type { Binaries } from './postgres-binaries.ts'
import { serverEnvironment } from './postgres-command.ts'
import { nameOfUser, type RunAs } from './postgres-user.ts'

/**
 * Creates the cluster on the first start. It is built under another name and renamed when complete, so an interrupted
 * first start leaves no half cluster and is repeated. Only the holder of the data lock may call this.
 *
 * @throws EmbeddedPostgresError NOT_OURS for a cluster of another version or another user.
 */
export async function ensureCluster(setup: {
  folders: DatabaseFolders
  binaries: Binaries
  runAs?: RunAs
  /**
   * The superuser's password; only on Windows, as elsewhere the permissions of the socket folder protect the server.
   */
  password?: string
  onProgress: (step: string) => void
}): Promise<void> {
  const { cluster, folder } = setup.folders
  removeUnfinished(folder)
  if (existsSync(cluster)) makeOurs(cluster, setup.runAs)
  if (existsSync(join(cluster, 'PG_VERSION'))) return requireVersion(cluster, setup.binaries)
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new EmbeddedPostgresError(
      'NOT_OURS',
      `${cluster} is neither empty nor a PostgreSQL cluster. Move it away, or choose another DATA_DIR.`,
    )
  }

  setup.onProgress('Creating the database (first start only)')
  const draft = unfinishedIn(folder)
  mkdirSync(draft, { mode: 0o700 })
  if (setup.runAs) chownSync(draft, setup.runAs.uid, setup.runAs.gid)
  try {
    await initdb(draft, setup)
    renameSync(draft, cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true, maxRetries: 3 })
    throw error
  }
}

const unfinishedIn = (folder: string) => join(folder, `cluster.unfinished-${process.pid}-${Date.now()}`)

/** To be called before the folder is deleted, which may be interrupted: a part of a cluster in its place would let no shop start. The next start deletes what is left. */
export const takeClusterAway = (folder: string) => renameSync(join(folder, 'cluster'), unfinishedIn(folder))

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder).filter((name) =>
    /^(cluster\.unfinished|\.lock-draft|binaries-.*\.draft)-/.test(name),
  )) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // An orphaned initdb may still be writing there; a later start removes the folder.
    }
  }
}

function makeOurs(cluster: string, runAs: RunAs | undefined): void {
  const { uid } = statSync(cluster)
  // Owned by root (restored from an archive) or by a deleted user: chooseRunAs keeps every other owner.
  if (runAs && uid !== runAs.uid) giveTo(cluster, runAs)
  else if (!runAs && process.platform !== 'win32' && uid !== process.getuid?.()) throw foreign(cluster, uid)
}

function requireVersion(cluster: string, binaries: Binaries): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version === binaries.major) return
  throw new EmbeddedPostgresError(
    'NOT_OURS',
    `The data in ${cluster} were written by PostgreSQL ${version}; this shop brings PostgreSQL ${binaries.major}. ` +
      'Make a backup with the release that wrote them, and restore it into a new DATA_DIR with this one.',
  )
}

function foreign(cluster: string, uid: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'NOT_OURS',
    `The data in ${cluster} belong to the user ${nameOfUser(uid)}. ` +
      'Start the shop as that user (or as root, if root started it first), or choose another DATA_DIR.',
  )
}

function giveTo(path: string, { uid, gid }: RunAs): void {
  lchownSync(path, uid, gid)
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(path, name), uid, gid)
}

async function initdb(
  folder: string,
  {
    folders,
    binaries,
    runAs,
    password,
  }: { folders: DatabaseFolders; binaries: Binaries; runAs?: RunAs; password?: string },
): Promise<void> {
  const passwordFile = join(folders.folder, `.lock-draft-password-${process.pid}`)
  if (password) writeFileSync(passwordFile, password, { mode: 0o600 })
  const authentication = password
    ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    : ['--auth-local=trust', '--auth-host=reject']
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  try {
    const { code, output } = await run(
      binaries.initdb,
      ['-D', folder, '-U', 'postgres', ...locale, ...authentication, '--no-instructions'],
      runAs,
    )
    if (code !== 0) throw new EmbeddedPostgresError('FAILED', `initdb ended with ${code}:\n${output}`)
  } finally {
    if (password) rmSync(passwordFile, { force: true })
  }
}

function run(
  program: string,
  args: string[],
  runAs: RunAs | undefined,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const user = runAs && { uid: runAs.uid, gid: runAs.gid }
    const child = spawn(program, args, {
      ...user,
      cwd: process.platform === 'win32' ? undefined : '/',
      env: serverEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
