import { mkdir, open, rm, stat, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '#server/platform/kernel/errors.ts'

/**
 * A building process touches the file at this interval; without a touch for `staleMs` it has ended, in any container.
 */
const touchMs = 1_000
const staleMs = 15_000
const lookMs = 100

/**
 * Runs `work` while no other process on this host runs work under the same lock file: a build uses a core for
 * minutes, and several starting processes need one build.
 *
 * @throws what `work` throws, and the signal's reason when it is aborted while waiting. In a read-only folder there
 * is no lock, and `work` runs without one.
 */
export async function withBuildLock<Result>(
  file: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const isHeld = await acquire(file, signal)
  const touching = setInterval(() => {
    const now = new Date()
    if (isHeld) utimes(file, now, now).catch(() => {})
  }, touchMs)
  touching.unref()
  try {
    return await work()
  } finally {
    clearInterval(touching)
    if (isHeld) await rm(file, { force: true }).catch(() => {})
  }
}

/** @returns false when no lock file can be created */
async function acquire(file: string, signal: AbortSignal): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  } catch {
    return false
  }
  for (;;) {
    signal.throwIfAborted()
    try {
      const handle = await open(file, 'wx', 0o600)
      await handle.writeFile(`${process.pid}\n`)
      await handle.close()
      return true
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return false
    }
    if (await isStale(file)) await rm(file, { force: true })
    else await sleep(lookMs, undefined, { signal })
  }
}

async function isStale(file: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(file)).mtimeMs > staleMs
  } catch {
    // Released in the meantime.
    return false
  }
}
