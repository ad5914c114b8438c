import type { CallContext, Services } from './context.ts'

type Changes = Pick<Services, 'changes'>
type Entry = { value: Promise<unknown>; tags?: readonly string[] }

/** Names what a value depends on; a function where only the value tells (a menu's id, found by its slug). */
type Tags<Value> = readonly string[] | ((value: Value) => readonly string[])

/**
 * A place for read-mostly data in this process: each value is kept until one of its tags changes, and of more than `most` those go that
 * nobody has asked for the longest. Several callers at once share one reading; failures are not kept.
 */
export function createMemory(most: number) {
  const byFeed = new WeakMap<Services['changes'], Map<string, Entry>>()

  function entriesOf(changes: Services['changes']): Map<string, Entry> {
    const known = byFeed.get(changes)
    if (known) return known
    const entries = new Map<string, Entry>()
    byFeed.set(changes, entries)
    changes.subscribe((changed) => {
      const isChanged = new Set(changed)
      // Without tags it is still being read, perhaps from before the change.
      for (const [key, { tags }] of entries)
        if (!tags || tags.some((tag) => isChanged.has(tag))) entries.delete(key)
    })
    return entries
  }

  function find(entries: Map<string, Entry>, key: string): Promise<unknown> | undefined {
    const entry = entries.get(key)
    if (!entry) return undefined
    // A map knows its order: the last to be asked for stands last.
    entries.delete(key)
    entries.set(key, entry)
    return entry.value
  }

  function keep<Value>(
    entries: Map<string, Entry>,
    key: string,
    tags: Tags<Value>,
    value: Promise<Value>,
  ): Promise<Value> {
    const entry: Entry = typeof tags === 'function' ? { value } : { value, tags }
    entries.set(key, entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= most) break
      entries.delete(oldest)
    }
    value.then(
      (loaded) => {
        if (typeof tags === 'function') entry.tags = tags(loaded)
      },
      () => void (entries.get(key) === entry && entries.delete(key)),
    )
    return value
  }

  /** @throws what `load` throws. */
  function remember<Value>(
    { changes }: Changes,
    key: string,
    tags: Tags<Value>,
    load: () => Promise<Value>,
  ): Promise<Value> {
    const entries = entriesOf(changes)
    // One key is read by one function, so what is kept under it is what that function loads.
    return (find(entries, key) as Promise<Value> | undefined) ?? keep(entries, key, tags, load())
  }

  return {
    remember,

    /** The same for what only pages for everyone are made of from memory; all others are told what the database says now. */
    rememberForPages: <Value>(
      call: Pick<CallContext, 'changes' | 'isForEveryone'>,
      key: string,
      tags: Tags<Value>,
      load: () => Promise<Value>,
    ): Promise<Value> => (call.isForEveryone ? remember(call, key, tags, load) : load()),

    /**
     * Values by id, in the order of `ids`; those that are not known are read all at once.
     *
     * @param load what is not known; ids without a value have none (undefined), and that is kept too
     * @throws what `load` throws.
     */
    rememberAll<Value>(
      { changes }: Changes,
      keyOf: (id: number) => string,
      ids: readonly number[],
      tags: (id: number, value: Value | undefined) => readonly string[],
      load: (missing: number[]) => Promise<ReadonlyMap<number, Value>>,
    ): Promise<(Value | undefined)[]> {
      const entries = entriesOf(changes)
      const missing = [...new Set(ids.filter((id) => !entries.has(keyOf(id))))]
      const loading = missing.length > 0 ? load(missing) : undefined
      // Taken out before more is put in: they might push each other out.
      const known = new Map(ids.map((id) => [id, find(entries, keyOf(id))]))
      for (const id of missing)
        known.set(
          id,
          keep<Value | undefined>(
            entries,
            keyOf(id),
            (value) => tags(id, value),
            (loading as NonNullable<typeof loading>).then((values) => values.get(id)),
          ),
        )
      return Promise.all(ids.map((id) => known.get(id) as Promise<Value | undefined>))
    },
  }
}

/** For what the shop has few of: settings, menus, pages. */
export const { remember, rememberForPages } = createMemory(1_000)
