import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ensureAppDatabase } from './app-database.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import type { Endpoint } from './endpoint.ts'
import type { Place } from './place.ts'
import type { Binaries } from './postgres-binaries.ts'
import { serverEnvironment } from './postgres-command.ts'
import type { RunAs } from './postgres-user.ts'
import { isRunning } from './process-info.ts'
import { findRunningServer } from './running-server.ts'
import { logSince, logSize } from './server-log.ts'
import { stopServer } from './stop-server.ts'

export type ServerSetup = {
  place: Place
  binaries: Binaries
  runAs?: RunAs
  endpoint: Endpoint
  arguments: string[]
  /** The server that is ours to stop: set as soon as it exists, unset when it is seen gone (its pid may then be another's). */
  server: { pid?: number }
}

/** Recovery after a crash takes its time on slow disks; nothing else does. */
const startPatienceMs = 120_000
/** For the remains of a killed server to clear away, and for a left server to answer. */
const clearancePatienceMs = 10_000

/**
 * Gets a server that answers and holds the shop's database: the one a killed process left running, else a new one.
 * Says whether it was taken over.
 *
 * @throws EmbeddedPostgresError IN_USE or FAILED; or the signal's reason when it is aborted. A server may run by then.
 */
export async function bringUp(setup: ServerSetup, signal: AbortSignal): Promise<boolean> {
  const { place, endpoint } = setup
  const adopted = await adopt(setup, signal)
  const client = adopted ?? (await start(setup, signal))
  try {
    await ensureAppDatabase(client, place.cluster, endpoint.password)
  } finally {
    await client.end()
  }
  return adopted !== undefined
}

async function adopt(setup: ServerSetup, signal: AbortSignal): Promise<pg.Client | undefined> {
  const left = await findRunningServer(setup.place, {
    command: [setup.binaries.postgres, ...setup.arguments].join(' '),
    uid: setup.runAs?.uid ?? process.getuid?.(),
  })
  if (!left) return undefined
  setup.server.pid = left.pid
  const client = left.isCurrent
    ? await waitForAnswer(setup.endpoint, left.pid, clearancePatienceMs, signal)
    : undefined
  if (!client) await takeDown(setup)
  return client
}

/** A killed server's backends hold its memory until they notice, so a start that fails for that is tried again. */
async function start(setup: ServerSetup, signal: AbortSignal): Promise<pg.Client> {
  const { logFile } = setup.place
  const deadline = Date.now() + clearancePatienceMs
  for (;;) {
    const logStart = logSize(logFile)
    const pid = await launch(setup)
    setup.server.pid = pid
    const client = await waitForAnswer(setup.endpoint, pid, startPatienceMs, signal)
    if (client) return client
    if (!isRunning(pid)) setup.server.pid = undefined
    const said = logSince(logFile, logStart)
    if (!said.includes('still in use') || Date.now() > deadline) throw notStarted(logFile, said)
    await sleep(50)
  }
}

/** Ends the server, if one of ours runs. */
export async function takeDown({ server, binaries, place }: ServerSetup): Promise<void> {
  const { pid } = server
  if (pid === undefined) return
  await stopServer(pid, { pgCtl: binaries.pgCtl, cluster: place.cluster })
  server.pid = undefined
}

/** Started in a session of its own: Ctrl-C in the terminal must reach the shop first, which then stops the server. */
async function launch({ place, binaries, runAs, arguments: args }: ServerSetup): Promise<number> {
  const log = openSync(place.logFile, 'a', 0o600)
  try {
    const child = spawn(binaries.postgres, args, {
      ...(runAs && { uid: runAs.uid, gid: runAs.gid }),
      cwd: place.folder,
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

/** A connection as soon as the server gives one; undefined when it has died, is shutting down, or is silent for too long. */
async function waitForAnswer(
  endpoint: Endpoint,
  pid: number,
  patienceMs: number,
  signal: AbortSignal,
): Promise<pg.Client | undefined> {
  let deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    signal.throwIfAborted()
    const answer = await tryToConnect(endpoint)
    if (answer instanceof pg.Client) return answer
    if (!isRunning(pid)) return undefined
    if (answer.code === '57P03') {
      // the server speaks: shutting down (a new one must follow) or recovering (worth waiting for)
      if (answer.message.includes('shutting down')) return undefined
      deadline = Math.max(deadline, Date.now() + patienceMs)
    } else if (answer instanceof pg.DatabaseError) {
      // The server's own words. A broken connection (EPIPE looks like one of its codes) is none: it may be dying, and its log tells why.
      throw new EmbeddedPostgresError('FAILED', `The database refuses the shop: ${answer.message}`, {
        cause: answer,
      })
    }
    await sleep(3)
  }
  return undefined
}

async function tryToConnect(endpoint: Endpoint): Promise<pg.Client | (Error & { code?: string })> {
  const client = new pg.Client({
    ...endpoint,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    application_name: 'vitrine launcher',
    connectionTimeoutMillis: 2000,
  })
  // a server that dies later is noticed by its pid; unheard, this would end the shop
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    client.end().catch(() => {})
    return error as Error & { code?: string }
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
