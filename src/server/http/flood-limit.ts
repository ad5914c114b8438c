import type { Limit } from './rate-limit.ts'

/**
 * Counts uses in memory, for limits that need not hold to the last one: each window begins with what is left of the one before it,
 * so that nobody gets twice as much around its end. What was not used for two windows is forgotten.
 *
 * @param now milliseconds; another clock in tests.
 */
export function createFloodLimit({ most, seconds }: Limit, now = () => Date.now()) {
  const length = seconds * 1_000
  let startedAt = now()
  let current = new Map<string, number>()
  let before = new Map<string, number>()

  function turn() {
    const windows = Math.floor((now() - startedAt) / length)
    if (windows === 0) return
    before = windows === 1 ? current : new Map()
    current = new Map()
    startedAt += windows * length
  }

  return {
    /** Uses it once. @returns undefined, or the seconds to wait when it is used up; a refused use does not count. */
    take(key: string): number | undefined {
      turn()
      const left = length - (now() - startedAt)
      const used = current.get(key) ?? 0
      if (used + ((before.get(key) ?? 0) * left) / length >= most) return Math.max(1, Math.ceil(left / 1_000))
      current.set(key, used + 1)
      return undefined
    },
  }
}
