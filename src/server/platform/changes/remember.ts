import type { Services } from '../kernel/context.ts'
import type { ShareReply } from '../kernel/pipeline.ts'
import { createTaggedStore, registerCache, type TaggedStore } from './caches.ts'

type Changes = Pick<Services, 'changes'>
/** Where a reply takes cached values from, and how it names the cache tags that it depends on. */
export type ReplyCache = Changes & { tag: (...tags: string[]) => void }

/** Cached values are used only in replies for everyone. */
export type PageMemory = Changes & { isForEveryone: boolean }

/**
 * Names what a value depends on; a function when the tags follow from the value (a menu's id, found by its slug). A value for which it
 * returns undefined is not cached.
 */
type Tags<Value> = readonly string[] | ((value: Value) => readonly string[] | undefined)

/** How long a value may be stale when its change was noted under no tag, or under another one. */
export const memoryMinutes = 10

/** `now`: monotonic milliseconds; tests pass their own clock. */
type MemoryOptions = { max: number; maxAgeMs?: number; now?: () => number }

/**
 * Caches read-mostly data in this process: each value until one of its tags changes or it is `maxAgeMs` old, and at most
 * `max` values, the most recently used. Concurrent callers share one read; failures are not cached.
 *
 * @param options.maxAgeMs shorter for values made of others that may be `memoryMinutes` old themselves.
 */
export function createMemory({ maxAgeMs = memoryMinutes * 60_000, ...options }: MemoryOptions) {
  const byFeed = new WeakMap<Services['changes'], TaggedStore<Promise<unknown>>>()

  function storeOf(changes: Services['changes']): TaggedStore<Promise<unknown>> {
    const known = byFeed.get(changes)
    if (known) return known
    const store = createTaggedStore<Promise<unknown>>({ ...options, maxAgeMs })
    byFeed.set(changes, store)
    registerCache(changes, store)
    return store
  }

  /** @throws what `load` throws. */
  function remember<Value>(
    { changes }: Changes,
    key: string,
    tags: Tags<Value>,
    load: () => Promise<Value>,
  ): Promise<Value> {
    const store = storeOf(changes)
    return storedIn<Value>(store, key) ?? keep(store, key, tags, load())
  }

  return {
    remember,

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
     * @param load reads the unknown ids; the absence of a value (undefined) is cached too
     * @throws what `load` throws.
     */
    rememberAll<Value>(
      { changes }: Changes,
      keyOf: (id: number) => string,
      ids: readonly number[],
      tags: (id: number, value: Value | undefined) => readonly string[],
      load: (missing: number[]) => Promise<ReadonlyMap<number, Value>>,
    ): Promise<(Value | undefined)[]> {
      const store = storeOf(changes)
      // Looked up before others are added, which could evict them.
      const known = new Map(ids.map((id) => [id, storedIn<Value | undefined>(store, keyOf(id))]))
      const missing = [...known].flatMap(([id, value]) => (value ? [] : [id]))
      if (missing.length > 0) {
        const loading = load(missing)
        for (const id of missing) {
          const value = loading.then((values) => values.get(id))
          known.set(
            id,
            keep<Value | undefined>(store, keyOf(id), (value) => tags(id, value), value),
          )
        }
      }
      return Promise.all(ids.map((id) => known.get(id)))
    },
  }
}

function keep<Value>(
  store: TaggedStore<Promise<unknown>>,
  key: string,
  tags: Tags<Value>,
  value: Promise<Value>,
): Promise<Value> {
  store.set(key, value, typeof tags === 'function' ? undefined : tags)
  const forget = () => store.removeValue(key, value)
  value.then((loaded) => {
    if (typeof tags !== 'function') return
    const found = tags(loaded)
    if (found) store.setTags(key, value, found)
    else forget()
  }, forget)
  return value
}

/** Each key is read by one function, so the cached value is of the type that this function returns. */
const storedIn = <Value>(store: TaggedStore<Promise<unknown>>, key: string) =>
  store.get(key) as Promise<Value> | undefined

/** For small data: settings, menus, pages. */
export const { remember, rememberForPages } = createMemory({ max: 1_000 })

/** A minute: the parts of a reply may be older, and a page with it is cached for as long as those. */
const MAX_AGE_MS = 60_000

const replies = createMemory({ max: 1_000, maxAgeMs: MAX_AGE_MS })

/** Replies of endpoints with `isShared`, for pages for everyone: each is cached until one of its tags changes. ADR 0023. */
export const shareReplies =
  (services: Pick<Services, 'changes'>): ShareReply =>
  (key, tagsOf, load) =>
    replies.remember(services, key, tagsOf, load)
