import type { ChangeFeed } from '../kernel/context.ts'
import { registerCache } from './caches.ts'

/** A value that could not be read again stays in use for this long, then the next reader tries. */
const RETRY_AFTER_MS = 1_000

/** A value read from the database and cached until one of its tags changes or it is `maxAgeMs` old. */
export type Fresh<Value> = {
  /** The value, if it is known and current: for code that cannot wait. */
  now(): Value | undefined
  /**
   * Returns a stale value when the new one cannot be read.
   * @throws when it cannot be read and never could.
   */
  read(): Promise<Value>
}

/**
 * Caches what `load` reads, and reads it again after a change of one of the tags, or when it is `maxAgeMs` old.
 *
 * @param options.now monotonic milliseconds; tests pass their own clock.
 */
export function keepFresh<Value extends object>(
  load: () => Promise<Value>,
  {
    changes,
    tags,
    maxAgeMs = 10 * 60_000,
    now = () => performance.now(),
  }: {
    changes: Pick<ChangeFeed, 'subscribe'>
    tags: readonly string[]
    maxAgeMs?: number
    now?: () => number
  },
): Fresh<Value> {
  let value: Value | undefined
  /** When the value was read; undefined after a change of a tag. */
  let freshAt: number | undefined
  let loading: Promise<Value> | undefined

  registerCache(changes, {
    drop(changed) {
      if (tags.some((tag) => changed.includes(tag))) clear()
    },
    clear,
  })

  function clear() {
    freshAt = undefined
    // A read in progress may have started before the change.
    loading = undefined
  }

  function reload(): Promise<Value> {
    const mine: Promise<Value> = loadOrKeep().finally(() => {
      if (loading === mine) loading = undefined
    })
    loading = mine
    return mine

    async function loadOrKeep() {
      const readAt = now()
      try {
        const loaded = await load()
        if (loading === mine) {
          value = loaded
          freshAt = readAt
        }
        return loaded
      } catch (error) {
        if (value === undefined) throw error
        // For code that cannot wait, and so that not each request waits for the database.
        if (loading === mine) freshAt = readAt - maxAgeMs + RETRY_AFTER_MS
        return value
      }
    }
  }

  const current = () => (freshAt !== undefined && now() - freshAt <= maxAgeMs ? value : undefined)

  return {
    now: current,
    read: async () => current() ?? loading ?? reload(),
  }
}
