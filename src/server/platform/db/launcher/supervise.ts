import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '#server/platform/kernel/errors.ts'
import { ensureServer, type ServerSetup } from './ensure-server.ts'
import { isRunning } from './process-info.ts'

/** A pino logger has this shape. */
export type LauncherLog = Record<'info' | 'warn' | 'error', (message: string) => void>

const lookEveryMs = 100
const delaysMs = { first: 50, longest: 10_000 }
const steadyAfterMs = 30_000

/**
 * Restarts the server whenever it dies, doubling the pause after each attempt that does not last (a full disk ends it
 * at once). Connections of the pool fail until then and recover by themselves. Ends when the signal is aborted.
 */
export async function supervise(setup: ServerSetup, log: LauncherLog, signal: AbortSignal): Promise<void> {
  let delay = delaysMs.first
  let upSince = performance.now()
  while (await pause(lookEveryMs, signal)) {
    const { pid } = setup.server
    if (pid !== undefined && isRunning(pid)) continue

    setup.server.pid = undefined
    if (performance.now() - upSince > steadyAfterMs) delay = delaysMs.first
    log.error(`The database server stopped unexpectedly; restarting it in ${delay} ms`)
    if (!(await pause(delay, signal))) return
    delay = Math.min(delay * 2, delaysMs.longest)
    try {
      await ensureServer(setup, signal)
      log.warn(`The database server is running again (pid ${setup.server.pid})`)
    } catch (error) {
      if (signal.aborted) return
      log.error(errorMessage(error))
    }
    upSince = performance.now()
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
