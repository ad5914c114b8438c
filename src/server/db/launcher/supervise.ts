import { setTimeout as sleep } from 'node:timers/promises'
import { bringUp, type ServerSetup } from './bring-up.ts'
import { isRunning } from './process-info.ts'

/** A pino logger fits. */
export type LauncherLog = Record<'info' | 'warn' | 'error', (message: string) => void>

const lookEveryMs = 100
const delaysMs = { first: 50, longest: 10_000 }
const steadyAfterMs = 30_000

/**
 * Starts the server again whenever it dies, waiting twice as long after each try that does not last (a full disk makes it
 * die at once). Connections of the pool fail meanwhile and come back by themselves. Ends when the signal is aborted.
 */
export async function supervise(setup: ServerSetup, log: LauncherLog, signal: AbortSignal): Promise<void> {
  let delay = delaysMs.first
  let upSince = Date.now()
  while (await pause(lookEveryMs, signal)) {
    const { pid } = setup.server
    if (pid !== undefined && isRunning(pid)) continue

    setup.server.pid = undefined
    if (Date.now() - upSince > steadyAfterMs) delay = delaysMs.first
    log.error(`The database server is gone; starting it again in ${delay} ms`)
    if (!(await pause(delay, signal))) return
    delay = Math.min(delay * 2, delaysMs.longest)
    try {
      await bringUp(setup, signal)
      log.warn(`The database server runs again (pid ${setup.server.pid})`)
    } catch (error) {
      if (signal.aborted) return
      log.error((error as Error).message)
    }
    upSince = Date.now()
  }
}

/** False when aborted. Does not keep the process alive. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal, ref: false })
    return true
  } catch {
    return false
  }
}
