import type { Logger } from 'pino'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../kernel/context.ts'

const FLUSH_MS = 5_000

/**
 * Counts how often redirect rules are used. Counts are collected in memory and written every few seconds, so that a
 * redirect never waits for the database; a crash loses at most those seconds.
 */
export function createHitCounter({ db, log }: { db: Db; log: Pick<Logger, 'warn'> }) {
  let counts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  async function write() {
    const taken = counts
    counts = new Map()
    if (taken.size === 0) return
    try {
      await addHits.all(db, [...taken.keys()], [...taken.values()])
    } catch (error) {
      log.warn({ err: error, rules: taken.size }, 'redirect hits could not be written')
    }
  }

  return {
    count(fromPath: string) {
      counts.set(fromPath, (counts.get(fromPath) ?? 0) + 1)
      timer ??= setTimeout(() => {
        timer = undefined
        writing = write()
      }, FLUSH_MS).unref()
    },
    /** Writes the counts that are not written yet. */
    async flush() {
      clearTimeout(timer)
      timer = undefined
      await writing
      await write()
    },
  }
}

const addHits = prepared(
  'add redirect hits',
  `update redirects r set hits = r.hits + h.count, last_hit_at = now()
  from unnest($1::text[], $2::integer[]) as h (from_path, count) where r.from_path = h.from_path`,
)
