import type { Logger } from 'pino'

const FLUSH_MS = 5_000

type Options = {
  write: (counts: ReadonlyMap<string, number>) => Promise<unknown>
  log: Pick<Logger, 'warn'>
  /** Of a failed write, for the log. */
  failure: string
  /** Different keys that are buffered between two writes; more are left out. */
  most?: number
}

/**
 * Counts by key in memory and writes the counts every five seconds, so that a request never waits for the database; a crash
 * loses at most those seconds, and a failed write its counts.
 */
export function createBufferedCounter({ write, log, failure, most = Number.POSITIVE_INFINITY }: Options) {
  let counts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  async function writeAll() {
    const taken = counts
    counts = new Map()
    if (taken.size === 0) return
    try {
      await write(taken)
    } catch (error) {
      log.warn({ err: error, keys: taken.size }, failure)
    }
  }

  return {
    count(key: string) {
      if (counts.size >= most && !counts.has(key)) return
      counts.set(key, (counts.get(key) ?? 0) + 1)
      timer ??= setTimeout(() => {
        timer = undefined
        writing = writeAll()
      }, FLUSH_MS).unref()
    },
    /** Writes the counts that are not written yet. */
    async flush() {
      clearTimeout(timer)
      timer = undefined
      await writing
      await writeAll()
    },
  }
}
