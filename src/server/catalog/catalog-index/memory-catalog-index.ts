import type { Logger } from 'pino'
import type { CatalogIndex, Suggestions } from '#server/platform/kernel/catalog-index.ts'
import type { ChangeFeed, Db, ReadReplica } from '#server/platform/kernel/context.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { type IndexSize, sizeOf } from './columns/bytes-of.ts'
import { changeOf } from './feed/changes.ts'
import { type ChannelIndex, openChannelIndex } from './feed/channel-index.ts'
import { type CollectionMembers, collectionMembers } from './feed/collection-members.ts'
import { trackPendingChanges } from './feed/pending-changes.ts'
import { countsFromMemory, idRunsFromMemory } from './memory/memory-counts.ts'
import { type ChannelProducts, listingFromMemory, noMembers } from './memory/memory-listing.ts'
import { suggestionsFromMemory, type UnnamedSuggestions } from './memory/memory-suggestions.ts'
import type { Bucket } from './snapshot/bucket-snapshot.ts'
import { openSnapshotStore } from './snapshot/snapshot-store.ts'
import { createSqlCatalogIndex } from './sql/sql-catalog-index.ts'

export type MemoryCatalogIndex = CatalogIndex & {
  /**
   * Resolves when the products of the channel (default: the default channel) are in memory; until then SQL answers.
   */
  ready(channelId?: number): Promise<void>
  /** Reloads the channel's products in the background; resolves when they have replaced the old ones. */
  rebuild(channelId: number): Promise<void>
  /** Memory used by the channel's products; undefined while they are not loaded. */
  size(channelId: number): IndexSize | undefined
  /** Size and age of every channel's products. */
  stats(): { channelId: number; products: number; bytes: number; loadedAt: number | undefined }[]
  /** When the channel's products were last read in full, milliseconds since 1970; undefined while they are not loaded. */
  builtAt(channelId: number): number | undefined
  /** Whether the products of the default channel are loaded; before that the shop is not ready for traffic. */
  isReady(): boolean
}

type Options = {
  db: Db
  changes: Pick<ChangeFeed, 'subscribe'>
  log: Logger
  maxWaitMs?: number
  onLate?: (tags: readonly string[]) => void
  /** All products of a channel are read from it, when it is not far behind. */
  replica?: Pick<ReadReplica, 'reachPresent'> | undefined
  /** Folder for index snapshots, shared by the processes of this host; without it every start reads all products. */
  snapshotDir?: string
  /** Where hosts share their snapshots. */
  bucket?: Bucket | undefined
}

/**
 * The in-memory catalog index: the answers of `sql-catalog-index.ts`, hundreds of times faster, and with corrected
 * spelling when a query finds nothing. Products are loaded per channel on first use, from a snapshot if there is one
 * (ADR 0030), and follow `changes`. Architecture, "Listings".
 *
 * After a change, answers wait up to `maxWaitMs` for it to be applied, so that a page rendered then shows it. A
 * slower or larger change (a rebuild of a large shop, a bulk change) is answered from the old state; `onLate` receives its tags once it is
 * applied, to drop the pages rendered in between.
 */
export async function createMemoryCatalogIndex({
  db,
  replica,
  changes,
  log,
  maxWaitMs = 250,
  onLate = () => {},
  snapshotDir,
  bucket,
}: Options): Promise<MemoryCatalogIndex> {
  const stopping = new AbortController()
  const { signal } = stopping
  const channels = new Map<number, ChannelIndex>()
  const members = collectionMembers(db)
  const pending = trackPendingChanges({
    settled: () => Promise.all([...channels.values()].map((channel) => channel.settled())),
    signal,
    maxWaitMs,
    onLate,
  })

  const unsubscribe = changes.subscribe((tags, transactions = [tags]) => {
    // One call per transaction: in a merged list, the products of one could hide that another changed an unnamed part
    // of the catalog.
    const found = transactions.flatMap((one) => changeOf(one) ?? [])
    if (found.length === 0) return
    if (found.some((change) => change.members)) members.forget()
    for (const channel of channels.values()) for (const change of found) channel.applyChange(change)
    pending.add(found, tags)
  })

  function indexOf(channelId: number) {
    const known = channels.get(channelId)
    if (known) return known
    const snapshots = snapshotDir
      ? openSnapshotStore({ db, channelId, folder: snapshotDir, bucket, signal, log })
      : undefined
    const opened = openChannelIndex({ db, replica, channelId, signal, log, snapshots })
    channels.set(channelId, opened)
    return opened
  }

  const current = (channelId: number) => indexOf(channelId).current()

  async function upToDate(channelId: number) {
    if (current(channelId)) await pending.wait()
    return current(channelId)
  }

  const { id: defaultChannelId } = await readDefaultChannel(db)
  indexOf(defaultChannelId)
  return {
    ...answersFrom(db, { current, upToDate, members }),
    ready: async (channelId = defaultChannelId) => {
      await indexOf(channelId).settled()
      await pending.end()
    },
    rebuild: (channelId) => indexOf(channelId).rebuild(),
    size(channelId) {
      const products = current(channelId)
      return products && sizeOf(products.segments)
    },
    stats: () =>
      [...channels].map(([channelId, channel]) => {
        const { products, listings, texts } = sizeOf(channel.current()?.segments ?? [])
        return { channelId, products, bytes: listings + texts, loadedAt: channel.builtAt() }
      }),
    builtAt: (channelId) => indexOf(channelId).builtAt(),
    isReady: () => current(defaultChannelId) !== undefined,
    async stop() {
      unsubscribe()
      stopping.abort()
      await Promise.all([...channels.values()].map((channel) => channel.ended()))
      await pending.end()
    },
  }
}

type Products = {
  current(channelId: number): ChannelProducts | undefined
  /** The products of a channel after a wait for pending changes; undefined until they are loaded. */
  upToDate(channelId: number): Promise<ChannelProducts | undefined>
  members: CollectionMembers
}

/** Answers from memory, or by SQL while the channel's products are not loaded. */
function answersFrom(db: Db, { current, upToDate, members }: Products): Omit<CatalogIndex, 'stop'> {
  const bySql = createSqlCatalogIndex(db)
  return {
    async listing(query) {
      const { scope, channelId } = query
      if (!(await upToDate(channelId))) return bySql.listing(query)
      const ofCollection = scope.kind === 'collection' ? await members.of(scope.id) : noMembers
      const products = current(channelId)
      return products ? listingFromMemory(products, query, ofCollection) : bySql.listing(query)
    },
    async suggest(query) {
      const products = await upToDate(query.channelId)
      return products ? named(db, suggestionsFromMemory(products, query)) : bySql.suggest(query)
    },
    async counts(query) {
      const products = await upToDate(query.channelId)
      return products ? countsFromMemory(products, query.kind) : bySql.counts(query)
    },
    async idRuns(query) {
      const products = await upToDate(query.channelId)
      return products ? idRunsFromMemory(products.segments, query.productsPerRun) : bySql.idRuns(query)
    },
  }
}

/** Only the database has names in their original spelling. */
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
