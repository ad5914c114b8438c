/** A finished answer that any number of visitors may be given. */
export type Cacheable = {
  /** What it was made from: `product:1042`, `menu:1`, `storefront`. */
  tags: ReadonlySet<string>
  /** What it weighs now. */
  bytes: () => number
  /** `long`: a page. `short`: a redirect or a 404, of which anybody can ask for any number. `never`: served once. */
  keep: 'long' | 'short' | 'never'
}

export type PageCache<Entry extends Cacheable> = {
  /** The kept answer, at most `maxAgeMs` old. */
  get(key: string): Entry | undefined
  /**
   * Makes the answer and keeps it, unless one of its tags was dropped meanwhile. Who asks for the same key while it
   * is being made waits for it, unless something was dropped in between: he must not see what was before.
   *
   * @throws what `render` throws, to all who wait; nothing is kept.
   */
  fill(key: string, render: () => Promise<Entry>): Promise<Entry>
  /** An entry has become heavier or lighter. */
  weighAgain(key: string, entry: Entry): void
  /** Forgets all pages that were made from any of these, and all 404s and redirects. */
  drop(tags: readonly string[]): void
  clear(): void
  size(): { entries: number; bytes: number }
}

type Options = {
  maxBytes?: number
  /** Bounds how long a section that starts or ends by the clock is shown wrongly. */
  maxAgeMs?: number
  /** Milliseconds that never go back. */
  now?: () => number
}

const MB = 1024 * 1024
/** Of `maxBytes`, for what is kept short. */
const SHORT_SHARE = 1 / 16
/** Map, strings and sets around an entry. */
const OVERHEAD = 1_000

/**
 * Pages for everyone, rendered once, kept until something they show changes or others are wanted more (least recently
 * used goes first). Knows nothing of HTTP. Architecture, "The way of data".
 */
export function createPageCache<Entry extends Cacheable>({
  maxBytes = 32 * MB,
  maxAgeMs = 10 * 60_000,
  now = () => performance.now(),
}: Options = {}): PageCache<Entry> {
  const shelves = {
    long: createShelf<Entry>(maxBytes * (1 - SHORT_SHARE)),
    short: createShelf<Entry>(maxBytes * SHORT_SHARE),
  }
  const filling = new Map<string, Promise<Entry>>()
  /** For every answer being made, what was dropped since it was begun. */
  const droppedDuring = new Set<{ tags: Set<string>; isAll: boolean }>()

  function get(key: string): Entry | undefined {
    for (const shelf of [shelves.long, shelves.short]) {
      const slot = shelf.get(key)
      if (!slot) continue
      if (now() - slot.at <= maxAgeMs) return slot.entry
      shelf.remove(key)
    }
  }

  async function make(key: string, render: () => Promise<Entry>): Promise<Entry> {
    const dropped = { tags: new Set<string>(), isAll: false }
    droppedDuring.add(dropped)
    const at = now()
    try {
      const entry = await render()
      // What was not there before a change may be there after any.
      const isStale =
        dropped.isAll ||
        (entry.keep === 'short' ? dropped.tags.size > 0 : !entry.tags.isDisjointFrom(dropped.tags))
      if (entry.keep === 'never' || isStale) return entry
      shelves[entry.keep === 'long' ? 'short' : 'long'].remove(key)
      shelves[entry.keep].put(key, entry, at)
      return entry
    } finally {
      droppedDuring.delete(dropped)
    }
  }

  return {
    get,

    fill(key, render) {
      const known = filling.get(key)
      if (known) return known
      const made = make(key, render).finally(() => {
        if (filling.get(key) === made) filling.delete(key)
      })
      filling.set(key, made)
      return made
    },

    weighAgain(key, entry) {
      if (entry.keep !== 'never') shelves[entry.keep].weighAgain(key, entry)
    },

    drop(tags) {
      // Which tags they will turn out to have is not known yet, so nobody new may wait for any of them.
      filling.clear()
      for (const dropped of droppedDuring) for (const tag of tags) dropped.tags.add(tag)
      shelves.long.drop(tags)
      // A 404 does not know by the change of what it would end.
      shelves.short.clear()
    },

    clear() {
      filling.clear()
      for (const dropped of droppedDuring) dropped.isAll = true
      shelves.long.clear()
      shelves.short.clear()
    },

    size: () => ({
      entries: shelves.long.size() + shelves.short.size(),
      bytes: shelves.long.bytes() + shelves.short.bytes(),
    }),
  }
}

type Slot<Entry> = { entry: Entry; at: number; bytes: number }

/** Entries by key, the least recently used first, and which of them have a tag. */
function createShelf<Entry extends Cacheable>(maxBytes: number) {
  const slots = new Map<string, Slot<Entry>>()
  const keysByTag = new Map<string, Set<string>>()
  let bytes = 0
  /** The last one used is last in `slots` already: most hits in a row are of one page. */
  let newest = ''

  function get(key: string) {
    const slot = slots.get(key)
    if (slot && key !== newest) {
      slots.delete(key)
      slots.set(key, slot)
      newest = key
    }
    return slot
  }

  function put(key: string, entry: Entry, at: number) {
    remove(key)
    const weight = weigh(key, entry)
    if (weight > maxBytes) return
    slots.set(key, { entry, at, bytes: weight })
    newest = key
    bytes += weight
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag)
      if (keys) keys.add(key)
      else keysByTag.set(tag, new Set([key]))
    }
    makeRoom()
  }

  function remove(key: string) {
    const slot = slots.get(key)
    if (!slot) return
    slots.delete(key)
    bytes -= slot.bytes
    for (const tag of slot.entry.tags) {
      const keys = keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(tag)
    }
  }

  function makeRoom() {
    for (const key of slots.keys()) {
      if (bytes <= maxBytes) return
      remove(key)
    }
  }

  return {
    get,
    put,
    remove,

    weighAgain(key: string, entry: Entry) {
      const slot = slots.get(key)
      // It may have been dropped, and made anew, since.
      if (slot?.entry !== entry) return
      const weight = weigh(key, entry)
      bytes += weight - slot.bytes
      slot.bytes = weight
      makeRoom()
    },

    drop(tags: readonly string[]) {
      for (const tag of tags) for (const key of keysByTag.get(tag) ?? []) remove(key)
    },

    clear() {
      slots.clear()
      keysByTag.clear()
      bytes = 0
    },

    size: () => slots.size,
    bytes: () => bytes,
  }

  function weigh(key: string, entry: Entry) {
    let weight = OVERHEAD + key.length + entry.bytes()
    for (const tag of entry.tags) weight += tag.length + 50
    return weight
  }
}
