import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ChangeFeed } from '../http/change-feed.ts'
import type { Db } from '../http/context.ts'
import { readDefaultChannel } from '../storefront/read-channel.ts'
import type { CatalogIndex, Suggestions } from './catalog-index.ts'
import { type IndexSize, sizeOf } from './columns/bytes-of.ts'
import { changeOf, noChange } from './feed/changes.ts'
import { type ChannelShelf, openChannelShelf } from './feed/channel-shelf.ts'
import { collectionMembers } from './feed/collection-members.ts'
import { watchUnexplainedListings } from './feed/unexplained-listings.ts'
import { listingFromMemory } from './memory-listing.ts'
import { suggestionsFromMemory, type UnnamedSuggestions } from './memory-suggestions.ts'
import { createSqlCatalogIndex } from './sql-catalog-index.ts'

export type MemoryCatalogIndex = CatalogIndex & {
  /** Resolves when the channel's products are in memory; until then SQL answers. */
  ready(channelId: number): Promise<void>
  /** Loads the channel's products anew, in the background; resolves when they have taken the place of the old ones. */
  rebuild(channelId: number): Promise<void>
  /** What the channel's products take, undefined while they are not there. */
  size(channelId: number): IndexSize | undefined
}

/**
 * The catalogue index in memory: what `sql-catalog-index.ts` answers, hundreds of times faster, and with corrected spelling where a
 * query finds nothing. Products come from the database channel by channel, when a channel is first asked for, and follow
 * `changes`. Architecture, "Listings".
 *
 * After a change, answers wait up to `patienceMs` for it to be read, so that a page made then shows it. A change that takes longer (all
 * products anew, in a large shop) is answered from before it; then `onLate` is told the tags once it is there, to drop the
 * pages that were made meanwhile.
 */
export async function createMemoryCatalogIndex({
  db,
  changes,
  log,
  patienceMs = 250,
  onLate = () => {},
}: {
  db: Db
  changes: Pick<ChangeFeed, 'subscribe'>
  log: Logger
  patienceMs?: number
  onLate?: (tags: readonly string[]) => void
}): Promise<MemoryCatalogIndex> {
  const stopping = new AbortController()
  const { signal } = stopping
  const bySql = createSqlCatalogIndex(db)
  const shelves = new Map<number, ChannelShelf>()
  const members = collectionMembers(db)
  const unexplained = await watchUnexplainedListings(db)
  let unsettled: { since: number; tags: Set<string>; isLate: boolean; done: Promise<void> } | undefined
  let heard = 0

  const unsubscribe = changes.subscribe((tags) => {
    const change = changeOf(tags)
    if (!change) return
    heard += 1
    if (change.dictionary) members.forget()
    for (const shelf of shelves.values()) shelf.take(change)
    unsettled ??= { since: performance.now(), tags: new Set(), isLate: false, done: settle() }
    for (const tag of tags) unsettled.tags.add(tag)
  })

  /** Until nothing new has been heard while the last was read. */
  async function settle() {
    // what is said of the change must be in `unsettled` first
    await Promise.resolve()
    let settled: number
    do {
      settled = heard
      if (unsettled?.tags.has('listing') && (await isEverythingStale()))
        for (const shelf of shelves.values()) shelf.take({ ...noChange(), everything: true })
      await Promise.all([...shelves.values()].map((shelf) => shelf.settled()))
    } while (settled !== heard && !signal.aborted)
    const { tags, isLate } = unsettled ?? { tags: [], isLate: false }
    unsettled = undefined
    if (isLate && !signal.aborted) onLate([...tags])
  }

  const isEverythingStale = () =>
    unexplained.find().catch((error) => {
      log.warn(
        { error: String(error) },
        'catalogue index: the change log could not be read, loading everything',
      )
      return true
    })

  function shelfOf(channelId: number) {
    const shelf = shelves.get(channelId) ?? openChannelShelf({ db, channelId, signal, log })
    shelves.set(channelId, shelf)
    return shelf
  }

  async function upToDate(channelId: number) {
    const shelf = shelfOf(channelId)
    if (!shelf.current()) return undefined
    const waitedFor = unsettled
    if (waitedFor) {
      const leftMs = waitedFor.since + patienceMs - performance.now()
      if (leftMs === Number.POSITIVE_INFINITY) await waitedFor.done
      else if (leftMs > 0) await Promise.race([waitedFor.done, sleep(leftMs, undefined, { ref: false })])
      if (unsettled === waitedFor) waitedFor.isLate = true
    }
    return shelf.current()
  }

  shelfOf((await readDefaultChannel(db)).id)
  return {
    async listing(query) {
      const { scope, channelId } = query
      if (!(await upToDate(channelId))) return bySql.listing(query)
      const ids = scope.kind === 'collection' ? await members.of(scope.id) : []
      const shelf = shelfOf(channelId).current()
      return shelf ? listingFromMemory(shelf, query, ids) : bySql.listing(query)
    },
    async suggest(query) {
      const shelf = await upToDate(query.channelId)
      return shelf ? named(db, suggestionsFromMemory(shelf, query)) : bySql.suggest(query)
    },
    ready: async (channelId) => {
      await shelfOf(channelId).settled()
      await unsettled?.done
    },
    rebuild: (channelId) => shelfOf(channelId).rebuild(),
    size(channelId) {
      const shelf = shelfOf(channelId).current()
      return shelf && sizeOf(shelf.segments)
    },
    async stop() {
      unsubscribe()
      stopping.abort()
      await Promise.all([...shelves.values()].map((shelf) => shelf.ended()))
      await unsettled?.done
    },
  }
}

/** Names as they are written are in the database only. */
async function named(db: Db, { completions, ...found }: UnnamedSuggestions): Promise<Suggestions> {
  const ids = completions.flatMap((one) => ('productId' in one ? one.productId : []))
  const products =
    ids.length === 0
      ? []
      : await db.selectFrom('products').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(products.map(({ id, name }) => [id, name]))
  return {
    ...found,
    completions: completions.flatMap((one) => {
      const name = 'productId' in one ? names.get(one.productId) : one.name
      return name === undefined ? [] : name.toLowerCase()
    }),
  }
}
