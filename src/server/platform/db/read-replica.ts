import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ChangeFeed, Db, ReadReplica } from '../kernel/context.ts'
import { openDatabase } from './open.ts'
import { prepared } from './prepared.ts'

const ASK_AGAIN_AFTER_MS = 50
/** After a failure; in the meantime the primary answers. */
const PAUSE_MS = 1_000

type Options = {
  url: string
  poolSize?: number | undefined
  primary: Db
  changes: Pick<ChangeFeed, 'subscribe'>
  log: Pick<Logger, 'warn'>
}

/**
 * A hot standby that answers reads of pages for everyone, once it has replayed every change that the feed has delivered: a page
 * rendered after a change shows it, however far the standby is behind. Until then, and while it is away, the primary answers. ADR 0014.
 */
export function openReadReplica({ url, poolSize, primary, changes, log }: Options): ReadReplica {
  const { db, pool, close } = openDatabase({ connectionString: url, poolSize, isStandby: true })
  const stopping = new AbortController()
  const { signal } = stopping
  /** Changes, and failures of the replica, so far. */
  let noted = 0
  /** The one of them up to which the replica is known to have replayed. */
  let reached = -1
  let leftAt = performance.now()
  let following: Promise<void> | undefined

  async function hasReplayed(position: string): Promise<boolean> {
    return (await replayed.first(pool, position))?.is_replayed ?? false
  }

  async function follow(isPaused: boolean) {
    if (isPaused) await sleep(PAUSE_MS, undefined, { signal })
    const upTo = noted
    const position = (await written.first(primary))?.position
    if (position === undefined) return
    while (!(await hasReplayed(position))) await sleep(ASK_AGAIN_AFTER_MS, undefined, { signal })
    reached = upTo
  }

  /** Until the last change is reached; failures are repeated. */
  async function followAll(isPaused: boolean) {
    for (let pause = isPaused; !signal.aborted && reached < noted; ) {
      try {
        await follow(pause)
        pause = false
      } catch (error) {
        if (!pause && !signal.aborted)
          log.warn({ error: String(error) }, 'read replica: away, the primary answers')
        pause = true
      }
    }
    following = undefined
  }

  function leave({ isPaused }: { isPaused: boolean }) {
    if (reached === noted) leftAt = performance.now()
    noted += 1
    following ??= followAll(isPaused)
  }

  const current = () => (reached === noted ? db : undefined)
  const unsubscribe = changes.subscribe(() => leave({ isPaused: false }))
  leave({ isPaused: false })

  return {
    current,
    secondsAway: () => (current() ? 0 : (performance.now() - leftAt) / 1_000),
    suspend: () => leave({ isPaused: true }),
    async reachPresent(withinMs) {
      leave({ isPaused: false })
      const until = performance.now() + withinMs
      while (!current() && performance.now() < until && !signal.aborted) await sleep(ASK_AGAIN_AFTER_MS)
      return current()
    },
    async stop() {
      unsubscribe()
      stopping.abort()
      await following
      await close()
    },
  }
}

/** Of the inserted log: what is visible to others is in it. */
const written = prepared<{ position: string }>(
  'read written position',
  'select pg_current_wal_insert_lsn()::text as position',
)

/** A server that is no standby may have been cut off from the shop's own: it does not count. */
const replayed = prepared<{ is_replayed: boolean }>(
  'read replayed position',
  'select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as is_replayed',
)
