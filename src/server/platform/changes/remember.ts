import type { Services } from '../kernel/context.ts'
import { everything } from './change-feed.ts'

type Changes = Pick<Services, 'changes'>
/** Where a reply takes cached values from, and how it names the cache tags that it depends on. */
export type ReplyCache = Changes & { tag: (...tags: string[]) => void }

/** Cached values are used only in replies for everyone. */
export type PageMemory = Changes & { isForEveryone: boolean }

type Entry = { value: Promise<unknown>; readAt: number; tags?: readonly string[] }

/**
 * Names what a value depends on; a function when the tags follow from the value (a menu's id, found by its slug). A value for which it
 * returns undefined is not kept.
 */
type Tags<Value> = readonly string[] | ((value: Value) => readonly string[] | undefined)

/** How long a value may be stale when its change was noted under no tag, or under another one. */
export const memoryMinutes = 10

/**
 * Caches read-mostly data in this process: each value until one of its tags changes or it is `memoryMinutes` old, and
 * at most `most` values, the most recently used. Concurrent callers share one read; failures are not kept.
 *
 * @param now monotonic milliseconds; tests pass their own clock.
 * @param maxAgeMs for values made of others that may be `memoryMinutes` old themselves.
 */
export function createMemory(most: number, now = () => performance.now(), maxAgeMs = memoryMinutes * 60_000) {
  const byFeed = new WeakMap<Services['changes'], Map<string, Entry>>()

  function entriesOf(changes: Services['changes']): Map<string, Entry> {
    const known = byFeed.get(changes)
    if (known) return known
    const entries = new Map<string, Entry>()
    byFeed.set(changes, entries)
    changes.subscribe((changed) => dropFrom(entries, changed))
    return entries
  }

  function dropFrom(entries: Map<string, Entry>, changed: readonly string[]) {
    if (changed.includes(everything)) return entries.clear()
    const isChanged = new Set(changed)
    // Without tags the value is still being read, perhaps from before the change.
    for (const [key, { tags }] of entries)
      if (!tags || tags.some((tag) => isChanged.has(tag))) entries.delete(key)
  }

  const isOld = ({ readAt }: Entry) => now() - readAt > maxAgeMs

  function find(entries: Map<string, Entry>, key: string): Promise<unknown> | undefined {
    const entry = entries.get(key)
    if (!entry) return undefined
    if (isOld(entry)) {
      entries.delete(key)
      return undefined
    }
    // A map keeps insertion order: the most recently used is last.
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
    const entry: Entry = { value, readAt: now(), ...(typeof tags !== 'function' && { tags }) }
    entries.set(key, entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= most) break
      entries.delete(oldest)
    }
    const forget = () => void (entries.get(key) === entry && entries.delete(key))
    value.then((loaded) => {
      const found = typeof tags === 'function' ? tags(loaded) : tags
      if (found) entry.tags = found
      else forget()
    }, forget)
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
    // Each key is read by one function, so the cached value is of the type that this function returns.
    return (find(entries, key) as Promise<Value> | undefined) ?? keep(entries, key, tags, load())
  }

  return {
    remember,

    /** Drops the values with any of these tags, which were read too early: before a change of them was applied everywhere. */
    drop: ({ changes }: Changes, tags: readonly string[]) => dropFrom(entriesOf(changes), tags),

    /**
     * The same for values that only pages for everyone take from memory; other callers get the database's current
     * values.
     */
    rememberForPages: <Value>(
      memory: PageMemory,
      key: string,
      tags: Tags<Value>,
      load: () => Promise<Value>,
    ): Promise<Value> => (memory.isForEveryone ? remember(memory, key, tags, load) : load()),

    /**
     * Values by id, in the order of `ids`; all unknown ones are read at once.
     *
     * @param load reads the unknown ids; the absence of a value (undefined) is kept too
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
      // Looked up before others are added, which could evict them.
      const known = new Map(ids.map((id) => [id, find(entries, keyOf(id))]))
      const missing = [...known].flatMap(([id, value]) => (value ? [] : [id]))
      const loading = missing.length > 0 ? load(missing) : undefined
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

/** For small data: settings, menus, pages. */
export const { remember, rememberForPages, drop: forgetRemembered } = createMemory(1_000)
