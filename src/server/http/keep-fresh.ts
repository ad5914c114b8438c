import type { ChangeFeed } from './change-feed.ts'

/** A value read from the database and remembered until one of its tags changes. */
export type Fresh<Value> = {
  /** The value, if it is known and nothing has changed since: for code that cannot wait. */
  now(): Value | undefined
  /** @throws when it cannot be read and never could. A value that is out of date is better than none. */
  read(): Promise<Value>
}

/** Remembers what `load` reads, and reads it again after a change of one of the tags. */
export function keepFresh<Value extends object>(
  load: () => Promise<Value>,
  { changes, tags }: { changes: Pick<ChangeFeed, 'subscribe'>; tags: readonly string[] },
): Fresh<Value> {
  let value: Value | undefined
  let isFresh = false
  let loading: Promise<Value> | undefined

  changes.subscribe((changed) => {
    if (!tags.some((tag) => changed.includes(tag))) return
    isFresh = false
    // What is being read may have been read before the change.
    loading = undefined
  })

  function loadAnew(): Promise<Value> {
    const mine: Promise<Value> = loadOrKeep().finally(() => {
      if (loading === mine) loading = undefined
    })
    loading = mine
    return mine

    async function loadOrKeep() {
      try {
        const loaded = await load()
        if (loading === mine) {
          value = loaded
          isFresh = true
        }
        return loaded
      } catch (error) {
        if (value === undefined) throw error
        return value
      }
    }
  }

  return {
    now: () => (isFresh ? value : undefined),
    read: async () => (isFresh && value !== undefined ? value : (loading ?? loadAnew())),
  }
}
