import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorCode } from '#server/platform/kernel/errors.ts'
import { ensureAppDatabase } from './app-database.ts'
import type { DatabaseFolders } from './database-folders.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import type { Endpoint } from './endpoint.ts'
import type { Binaries } from './postgres-binaries.ts'
import { serverEnvironment } from './postgres-command.ts'
import type { RunAs } from './postgres-user.ts'
import { isRunning } from './process-info.ts'
import { findRunningServer } from './running-server.ts'
import { logSince, logSize } from './server-log.ts'
import { stopServer } from './stop-server.ts'

export type ServerSetup = {
  folders: DatabaseFolders
  binaries: Binaries
  runAs?: RunAs
  endpoint: Endpoint
  arguments: string[]
  /** Called when the server's process runs, before it accepts connections. */
  onLaunched?: () => void
  /**
   * The server that we must stop: set as soon as it exists, unset when it is gone (its pid may then belong to another
   * process).
   */
  server: { pid?: number }
}

/** Recovery after a crash can take this long on slow disks. */
const startTimeoutMs = 120_000
/** For a left-over server to answer. */
const cleanupTimeoutMs = 10_000
/** For the processes of a killed server to end, which hold its memory: seen to take more than ten seconds on a slow host. */
const memoryTimeoutMs = 60_000

/**
 * Connects to a server that holds the shop's database: the one a killed process left running, else a new one. Returns
 * whether it was adopted.
 *
 * @throws EmbeddedPostgresError IN_USE or FAILED; or the signal's reason when it is aborted. A server may run by
 * then.
 */
export async function ensureServer(setup: ServerSetup, signal: AbortSignal): Promise<boolean> {
  const { folders, endpoint } = setup
  const adopted = await adopt(setup, signal)
  const client = adopted ?? (await start(setup, signal))
  try {
    await ensureAppDatabase(client, folders.cluster, endpoint.password)
  } finally {
    await client.end()
  }
  return adopted !== undefined
}

async function adopt(setup: ServerSetup, signal: AbortSignal): Promise<pg.Client | undefined> {
  const left = await findRunningServer(setup.folders, {
    command: [setup.binaries.postgres, ...setup.arguments].join(' '),
    uid: setup.runAs?.uid ?? process.getuid?.(),
  })
  if (!left) return undefined
  setup.server.pid = left.pid
  setup.onLaunched?.()
  const client = left.isCurrent
    ? await waitForAnswer(setup.endpoint, left.pid, cleanupTimeoutMs, signal)
    : undefined
  if (!client) await stopOwnServer(setup)
  return client
}

/** A killed server's backends hold its memory until they notice, so a start that fails for that reason is retried. */
async function start(setup: ServerSetup, signal: AbortSignal): Promise<pg.Client> {
  const { logFile } = setup.folders
  const deadline = performance.now() + memoryTimeoutMs
  for (;;) {
    const logStart = logSize(logFile)
    const pid = await launch(setup)
    setup.server.pid = pid
    setup.onLaunched?.()
    const client = await waitForAnswer(setup.endpoint, pid, startTimeoutMs, signal)
    if (client) return client
    if (!isRunning(pid)) setup.server.pid = undefined
    const said = logSince(logFile, logStart)
    if (!said.includes('still in use') || performance.now() > deadline) throw notStarted(logFile, said)
    await sleep(50)
  }
}

/** Stops the server, if one of ours runs. */
export async function stopOwnServer({ server, binaries, folders }: ServerSetup): Promise<void> {
  const { pid } = server
  if (pid === undefined) return
  await stopServer(pid, { pgCtl: binaries.pgCtl, cluster: folders.cluster })
  server.pid = undefined
}

/**
 * Starts the server in a session of its own: Ctrl-C in the terminal must reach the shop first, which then stops the
 * server.
 */
async function launch({ folders, binaries, runAs, arguments: args }: ServerSetup): Promise<number> {
  const log = openSync(folders.logFile, 'a', 0o600)
  try {
    const child = spawn(binaries.postgres, args, {
      ...(runAs && { uid: runAs.uid, gid: runAs.gid }),
      cwd: folders.folder,
      env: serverEnvironment(),
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
    })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', (cause) => reject(notSpawned(binaries, runAs, cause)))
    })
    child.unref()
    return child.pid!
  } finally {
    closeSync(log)
  }
}

/**
 * Waits for the first connection; undefined when the server has died, is shutting down, or does not answer in time.
 */
async function waitForAnswer(
  endpoint: Endpoint,
  pid: number,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<pg.Client | undefined> {
  let deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    signal.throwIfAborted()
    const answer = await tryToConnect(endpoint)
    if (answer instanceof pg.Client) return answer
    if (!isRunning(pid)) return undefined
    if (errorCode(answer) === '57P03') {
      // The server answers that it is shutting down (a new one must follow) or recovering (keep waiting).
      if (answer.message.includes('shutting down')) return undefined
      deadline = Math.max(deadline, performance.now() + timeoutMs)
    } else if (answer instanceof pg.DatabaseError) {
      // A message of the server itself. A broken connection (EPIPE looks like one of its codes) is not: the server
      // may be dying, and its log has the reason.
      throw new EmbeddedPostgresError('FAILED', `The database refuses the shop: ${answer.message}`, {
        cause: answer,
      })
    }
    await sleep(3)
  }
  return undefined
}

async function tryToConnect(endpoint: Endpoint): Promise<pg.Client | Error> {
  const client = new pg.Client({
    ...endpoint,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    application_name: 'vitrine launcher',
    connectionTimeoutMillis: 2000,
  })
  // The pid check notices a server that dies later; without this handler its error would end the shop.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    client.end().catch(() => {})
    return error instanceof Error ? error : new Error(String(error))
  }
}

function notStarted(logFile: string, said: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError('FAILED', `The database did not start. The end of ${logFile}:\n${said}`)
}

function notSpawned(binaries: Binaries, runAs: RunAs | undefined, cause: Error): EmbeddedPostgresError {
  const as = runAs ? ` as the user ${runAs.name}` : ''
  return new EmbeddedPostgresError(
    'FAILED',
    `${binaries.postgres} could not be started${as}: ${cause.message}`,
    { cause },
  )
}
