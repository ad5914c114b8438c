import type { Limit } from './rate-limit.ts'

/**
 * Counts uses in memory, for limits that may be approximate. A window starts with the remainder of the
 * previous one, so that no key gets double the limit at a boundary; keys unused for two windows are dropped.
 *
 * @param now milliseconds; another clock in tests.
 */
export function createFloodLimit({ most, seconds }: Limit, now = () => Date.now()) {
  const length = seconds * 1_000
  let startedAt = now()
  let current = new Map<string, number>()
  let before = new Map<string, number>()

  function advanceWindow() {
    const windows = Math.floor((now() - startedAt) / length)
    if (windows === 0) return
    before = windows === 1 ? current : new Map()
    current = new Map()
    startedAt += windows * length
  }

  return {
    /**
     * Counts one use. @returns undefined, or the seconds to wait when the limit is reached; a refused use does
     * not count.
     */
    take(key: string): number | undefined {
      advanceWindow()
      const left = length - (now() - startedAt)
      const used = current.get(key) ?? 0
      if (used + ((before.get(key) ?? 0) * left) / length >= most) return Math.max(1, Math.ceil(left / 1_000))
      current.set(key, used + 1)
      return undefined
    },
    /** Takes back one use of now, which another limit has refused. */
    undo(key: string) {
      const used = current.get(key)
      if (used) current.set(key, used - 1)
    },
  }
}
