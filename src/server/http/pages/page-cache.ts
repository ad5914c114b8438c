import { createTaggedStore } from '#server/platform/changes/caches.ts'

/** A complete answer that may be sent to any number of visitors. */
export type Cacheable = {
  /** The tags of its data: `product:1042`, `menu:1`, `storefront`. */
  tags: ReadonlySet<string>
  /** Its current size. */
  bytes: () => number
  /** `long`: a page. `short`: a redirect or a 404, which anyone can request in any number. `never`: sent once. */
  keep: 'long' | 'short' | 'never'
}

export type PageCache<Entry extends Cacheable> = {
  /** The cached answer, at most `maxAgeMs` old. */
  get(key: string): Entry | undefined
  /**
   * Renders the answer and caches it, unless one of its tags was dropped in between. Requests for the same key share
   * the current rendering; a request that came after a drop shares it only if the answer turns out to have none of
   * the dropped tags.
   *
   * While renderings fail for a time (`isTemporary`), the copy from before is the answer, up to `staleMs` longer than it would have been
   * cached, or dropped since; also one that a change has overtaken while it was rendered. One rendering a second tries.
   *
   * @param render gets the copy from before, which it may return with the tags of now.
   * @throws what `render` throws, to all that share it; nothing is cached.
   */
  fill(key: string, render: (before: Entry | undefined) => Promise<Entry>): Promise<Entry>
  /** Updates the size of an entry. */
  updateSize(key: string, entry: Entry): void
  /**
   * Drops all pages with any of these tags, and all 404s and redirects; tags of `minDropIntervalMs` possibly later.
   */
  drop(tags: readonly string[]): void
  clear(): void
  size(): { entries: number; bytes: number }
}

type Options = {
  maxBytes?: number
  /**
   * Tags that many pages have, and the milliseconds between two drops of each: the first drop is immediate, later
   * ones within the interval are merged into one at its end. An import notes `listing` with every batch, and would
   * keep the cache empty. A key that ends with `:` is for each tag that begins with it.
   */
  minDropIntervalMs?: Readonly<Record<string, number>>
  /** Limits how long a section that starts or ends at a set time is shown wrongly. */
  maxAgeMs?: number
  staleMs?: number
  isTemporary?: (error: unknown) => boolean
  /** Monotonic milliseconds. */
  now?: () => number
}

const MB = 1024 * 1024
/** Share of `maxBytes` for entries of kind `short`. */
const SHORT_SHARE = 1 / 16
/** Share for copies of pages. Most are the cached ones, and take no memory of their own. */
const STALE_SHARE = 1 / 2
/** A rendering that fails for a time may take seconds: until then the others with a copy do not begin. */
const TRIED_EVERY_MS = 1_000
/** Map, strings and sets around an entry. */
const OVERHEAD = 1_000

/**
 * A cache of pages for everyone, rendered once and kept until their data changes or they are evicted (least recently
 * used first). Independent of HTTP. Architecture, "The way of data".
 */
export function createPageCache<Entry extends Cacheable>({
  maxBytes = 32 * MB,
  maxAgeMs = 10 * 60_000,
  staleMs = 0,
  isTemporary = () => false,
  minDropIntervalMs = {},
  now = () => performance.now(),
}: Options = {}): PageCache<Entry> {
  const openStore = (share: number, ageMs = maxAgeMs) =>
    createTaggedStore<Entry>({ maxBytes: maxBytes * share, maxAgeMs: ageMs, bytesOf: weigh, now })
  const stores = { long: openStore(1 - SHORT_SHARE), short: openStore(SHORT_SHARE) }
  const stale = openStore(STALE_SHARE, maxAgeMs + staleMs)
  const filling = new Map<string, Rendering<Entry>>()
  /** All current renderings, also those that no new request may share. */
  const renderings = new Set<Rendering<Entry>>()
  /** Number of drops so far, which dates the start of a rendering. */
  let drops = 0
  /** When a rendering last failed for a time. */
  let failedAt = Number.NEGATIVE_INFINITY

  const get = (key: string) => stores.long.get(key) ?? stores.short.get(key)

  function start(key: string, render: Render<Entry>): Promise<Entry> {
    const rendering: Rendering<Entry> = {
      startedAfter: drops,
      dropped: new Set(),
      isAllDropped: false,
      entry: make(),
    }
    filling.set(key, rendering)
    renderings.add(rendering)
    return rendering.entry

    async function make() {
      const at = now()
      // The rendering is registered first: a later drop affects it.
      await Promise.resolve()
      try {
        const entry = await render(stale.get(key))
        if (entry.keep === 'never' || rendering.isAllDropped) return entry
        if (entry.keep === 'long') stale.set(key, entry, [], at)
        else stale.remove(key)
        if (isStale(entry, rendering)) return entry
        stores[entry.keep === 'long' ? 'short' : 'long'].remove(key)
        stores[entry.keep].set(key, entry, entry.tags, at)
        return entry
      } catch (error) {
        if (!isTemporary(error)) throw error
        failedAt = now()
        const before = stale.get(key)
        if (!before) throw error
        return before
      } finally {
        renderings.delete(rendering)
        if (filling.get(key) === rendering) filling.delete(key)
      }
    }
  }

  async function fill(key: string, render: Render<Entry>): Promise<Entry> {
    const before = now() - failedAt < TRIED_EVERY_MS ? stale.get(key) : undefined
    if (before) return before
    const requestedAfter = drops
    const known = filling.get(key)
    if (!known) return start(key, render)
    if (known.startedAfter === requestedAfter) return known.entry
    const entry = await known.entry.catch(() => undefined)
    if (entry && !isStale(entry, known)) return entry
    // Another request may have started it since; one begun after this request arrived is new enough.
    const next = filling.get(key)
    return next && next.startedAfter >= requestedAfter ? next.entry : start(key, render)
  }

  function dropNow(tags: readonly string[]) {
    drops += 1
    for (const { dropped } of renderings) for (const tag of tags) dropped.add(tag)
    stores.long.drop(tags)
    // No tag of a 404 would announce the missing page.
    stores.short.clear()
  }

  const mayDrop = limitDrops(minDropIntervalMs, now, dropNow)
  return {
    get,
    fill,

    updateSize(key, entry) {
      if (entry.keep !== 'never') stores[entry.keep].updateSize(key, entry)
      stale.updateSize(key, entry)
    },

    drop: (tags) => dropNow(tags.filter(mayDrop)),

    clear() {
      drops += 1
      filling.clear()
      for (const rendering of renderings) rendering.isAllDropped = true
      stores.long.clear()
      stores.short.clear()
      stale.clear()
    },

    size: () => sumOf(stores.long.size(), stores.short.size()),
  }
}

/** Whether a tag may be dropped now; if not, it is dropped at the end of its interval. */
function limitDrops(
  intervals: Readonly<Record<string, number>>,
  now: () => number,
  drop: (tags: readonly string[]) => void,
) {
  /** By tag: when it was last dropped, and whether another drop is due. */
  const drops = new Map<string, { at: number; isDue: boolean }>()

  return (tag: string): boolean => {
    const intervalMs = intervals[tag] ?? intervals[tag.slice(0, tag.indexOf(':') + 1)]
    if (intervalMs === undefined) return true
    const last = drops.get(tag)
    const waitMs = last ? last.at + intervalMs - now() : 0
    if (waitMs <= 0) {
      drops.set(tag, { at: now(), isDue: false })
      return true
    }
    if (last && !last.isDue) {
      last.isDue = true
      setTimeout(() => {
        drops.set(tag, { at: now(), isDue: false })
        drop([tag])
      }, waitMs).unref()
    }
    return false
  }
}

const sumOf = (...sizes: { entries: number; bytes: number }[]) =>
  sizes.reduce((sum, { entries, bytes }) => ({ entries: sum.entries + entries, bytes: sum.bytes + bytes }))

type Render<Entry> = (before: Entry | undefined) => Promise<Entry>

/** `dropped`: tags dropped since it was begun. */
type Rendering<Entry> = {
  startedAfter: number
  dropped: Set<string>
  isAllDropped: boolean
  entry: Promise<Entry>
}

/** Any change may end a 404, which has no tag of the missing page. */
const isStale = <Entry extends Cacheable>(
  { keep, tags }: Entry,
  { dropped, isAllDropped }: Rendering<Entry>,
) => isAllDropped || (keep === 'short' ? dropped.size > 0 : !tags.isDisjointFrom(dropped))

function weigh(entry: Cacheable, key: string) {
  let weight = OVERHEAD + key.length + entry.bytes()
  for (const tag of entry.tags) weight += tag.length + 50
  return weight
}
