import type { ChangeFeed } from '../kernel/context.ts'
import { everything } from './change-feed.ts'

type Changes = Pick<ChangeFeed, 'subscribe'>

/** What a change does to a cache. `drop` gets the tags of one or more transactions. */
export type Droppable = { drop: (tags: readonly string[]) => void; clear: () => void }

const lists = new WeakMap<Changes, Set<Droppable>>()

/** Adds a cache to the one list of its change feed, which drops from all of them. ADR 0058. */
export function registerCache(changes: Changes, cache: Droppable): void {
  const known = lists.get(changes)
  if (known) return void known.add(cache)
  lists.set(changes, new Set([cache]))
  changes.subscribe((tags) => dropFromCaches(changes, tags))
}

/**
 * Drops what has any of these tags from every cache of the feed: after a change of them, and once more where the catalog index
 * applied it late, because values read in between are from before it.
 */
export function dropFromCaches(changes: Changes, tags: readonly string[]): void {
  const isEverything = tags.includes(everything)
  for (const cache of lists.get(changes) ?? []) {
    if (isEverything) cache.clear()
    else cache.drop(tags)
  }
}

type Options<Value> = {
  /** Entries. */
  max?: number
  maxBytes?: number
  /** Needed for `maxBytes`. */
  bytesOf?: (value: Value, key: string) => number
  /** Milliseconds since an entry was read. */
  maxAgeMs: number
  /** Monotonic milliseconds; tests pass their own clock. */
  now?: () => number
}

/** Without tags the value may be from before any change, and each change drops it. */
type Slot<Value> = { value: Value; at: number; bytes: number; tags: Iterable<string> | undefined }

export type TaggedStore<Value> = ReturnType<typeof createTaggedStore<Value>>

/**
 * Values by key with an index by tag, the least recently used first. The store of every cache of shop data: who creates one
 * registers its cache (a test holds that).
 */
export function createTaggedStore<Value>(options: Options<Value>) {
  const { max, maxBytes, bytesOf, maxAgeMs, now } = { ...unlimited, ...options }
  const { slots, add, touch } = createRecency<Slot<Value>>()
  const tagIndex = createTagIndex()
  let bytes = 0

  function get(key: string): Value | undefined {
    const slot = slots.get(key)
    if (!slot) return undefined
    if (now() - slot.at > maxAgeMs) return void remove(key)
    touch(key, slot)
    return slot.value
  }

  /** @param at when its reading began, by the store's clock */
  function set(key: string, value: Value, tags: Iterable<string> | undefined, at = now()) {
    remove(key)
    const weight = bytesOf(value, key)
    if (weight > maxBytes) return
    add(key, { value, at, bytes: weight, tags })
    bytes += weight
    tagIndex.add(key, tags)
    makeRoom()
  }

  function remove(key: string) {
    const slot = slots.get(key)
    if (!slot) return
    slots.delete(key)
    bytes -= slot.bytes
    tagIndex.remove(key, slot.tags)
  }

  function makeRoom() {
    for (const key of slots.keys()) {
      if (bytes <= maxBytes && slots.size <= max) return
      remove(key)
    }
  }

  return {
    get,
    set,
    remove,

    /** Names the tags of a value that was stored without, unless it was replaced or dropped since. */
    setTags(key: string, value: Value, tags: Iterable<string>) {
      const slot = slots.get(key)
      if (slot?.value !== value) return
      tagIndex.remove(key, slot.tags)
      slot.tags = tags
      tagIndex.add(key, tags)
    },

    /** Removes this value, unless it was replaced since. */
    removeValue(key: string, value: Value) {
      if (slots.get(key)?.value === value) remove(key)
    },

    updateSize(key: string, value: Value) {
      const slot = slots.get(key)
      // It may have been dropped and made again since.
      if (slot?.value !== value) return
      const weight = bytesOf(value, key)
      bytes += weight - slot.bytes
      slot.bytes = weight
      makeRoom()
    },

    drop: (tags: readonly string[]) => tagIndex.visit(tags, remove),

    clear() {
      slots.clear()
      tagIndex.clear()
      bytes = 0
    },

    size: () => ({ entries: slots.size, bytes }),
  }
}

const unlimited = {
  max: Number.POSITIVE_INFINITY,
  maxBytes: Number.POSITIVE_INFINITY,
  bytesOf: () => 0,
  now: () => performance.now(),
}

/** Entries by key, the least recently used first. */
function createRecency<Entry>() {
  const slots = new Map<string, Entry>()
  /** It is already last; consecutive hits are often of the same key. */
  let newest = ''
  return {
    slots,
    add(key: string, entry: Entry) {
      slots.set(key, entry)
      newest = key
    },
    touch(key: string, entry: Entry) {
      if (key === newest) return
      slots.delete(key)
      slots.set(key, entry)
      newest = key
    },
  }
}

/** Keys by tag, and those without tags, which belong to every tag. */
function createTagIndex() {
  const keysByTag = new Map<string, Set<string>>()
  const untagged = new Set<string>()
  return {
    add(key: string, tags: Iterable<string> | undefined) {
      if (!tags) return void untagged.add(key)
      for (const tag of tags) {
        const keys = keysByTag.get(tag)
        if (keys) keys.add(key)
        else keysByTag.set(tag, new Set([key]))
      }
    },

    remove(key: string, tags: Iterable<string> | undefined) {
      if (!tags) return void untagged.delete(key)
      for (const tag of tags) {
        const keys = keysByTag.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) keysByTag.delete(tag)
      }
    },

    /** Calls `visit`, which may remove the key, for each key of these tags. */
    visit(tags: readonly string[], visit: (key: string) => void) {
      for (const tag of tags) for (const key of keysByTag.get(tag) ?? []) visit(key)
      for (const key of untagged) visit(key)
    },

    clear() {
      keysByTag.clear()
      untagged.clear()
    },
  }
}
