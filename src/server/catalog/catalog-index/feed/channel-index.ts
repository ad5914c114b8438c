import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { readDictionary } from '../facets/dictionary.ts'
import { valueNumbers } from '../facets/value-numbers.ts'
import type { ChannelProducts } from '../memory/memory-listing.ts'
import { type LogPosition, markLogPosition, readTagsSince } from '../snapshot/log-position.ts'
import type { Snapshot, SnapshotStore } from '../snapshot/snapshot-store.ts'
import { buildFromAll, type Source } from './build-segments.ts'
import { type Change, changeOf, isSome, mergeChange, noChange, withoutPricesOf } from './changes.ts'
import { type IndexState, patchIndex } from './patch-index.ts'

/** The products of one channel in memory, kept in step with the database. */
export type ChannelIndex = {
  /** Undefined until all products have been loaded once. */
  current(): ChannelProducts | undefined
  /** When the database was last read in full, milliseconds since 1970; undefined until then. */
  builtAt(): number | undefined
  /** Applies a change in the background; queries are answered from the old state until it is applied. */
  applyChange(change: Change): void
  /** Resolves when the products are loaded and include every change applied so far. */
  settled(): Promise<void>
  /** Loads all products again in the background; resolves when they have replaced the old ones. */
  rebuild(): Promise<void>
  /** After `source.signal` is aborted: resolves when all reads and writes have ended. */
  ended(): Promise<void>
}

type Options = Source & {
  log: Logger
  /** Without it every start reads all products from the database. */
  snapshots?: SnapshotStore | undefined
  /** Products are read in full again after this time, which bounds how long an unnoted change stays unseen. */
  maxAgeMs?: number
}

const retryMs = 1_000
const dayMs = 24 * 60 * 60 * 1_000
/** After a start with an old snapshot, the shop serves from it at least this long. */
const minRebuildDelayMs = 60_000

/** With more changed products than this, all are loaded again: every small segment slows each answer a little. */
const maxRecentProducts = (loaded: number) => Math.min(Math.max(2_000, loaded / 20), 20_000)

export function openChannelIndex({ snapshots, maxAgeMs = dayMs, ...source }: Options): ChannelIndex {
  const { db, channelId, signal, log } = source
  let state: IndexState | undefined
  let builtAt: number | undefined
  let pending = noChange()
  let patching: Promise<void> | undefined
  /** The products being loaded, and the changes noted since the load began. */
  let loaded: IndexState | undefined
  let duringLoad = noChange()
  let loading: Promise<void> | undefined
  let saving: Promise<void> | undefined
  let ageing: NodeJS.Timeout | undefined
  /** A full load is due: by a load that has not begun (`next`), or by the current one. */
  let pendingRebuild = { next: true, current: false }
  signal.addEventListener('abort', () => clearTimeout(ageing), { once: true })

  async function patch() {
    while (hasWork()) {
      const isOfLoaded = loaded !== undefined
      const target = loaded ?? state!
      const change = isOfLoaded ? duringLoad : pending
      if (isOfLoaded) duringLoad = noChange()
      else pending = noChange()
      try {
        await patchIndex(target, change, source)
      } catch (error) {
        if (signal.aborted) return
        log.warn({ error: String(error) }, 'catalog index: a change could not be read, trying again')
        mergeChange(isOfLoaded ? duringLoad : pending, change)
        await sleep(retryMs, undefined, { signal }).catch(() => {})
        continue
      }
      // Changes noted during the read are applied before the result is shown.
      if (isOfLoaded && !isSome(duringLoad)) {
        state = loaded
        loaded = undefined
      }
    }
  }

  const hasWork = () => !signal.aborted && (loaded !== undefined || (state !== undefined && isSome(pending)))

  function startPatching(): Promise<void> {
    patching ??= patch().finally(() => {
      patching = undefined
      // Changes that arrived after its last check.
      if (hasWork()) void startPatching()
      const recent = state?.recent.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0
      if (state && recent > maxRecentProducts(state.loaded.size)) void rebuild()
    })
    return patching
  }

  async function load() {
    do {
      pendingRebuild = { next: false, current: pendingRebuild.next }
      duringLoad = noChange()
      try {
        if (snapshots) await restoreOrBuild(snapshots)
        else await build()
      } catch (error) {
        if (signal.aborted) return
        log.warn({ error: String(error) }, 'catalog index: products could not be loaded, trying again')
        pendingRebuild.next ||= pendingRebuild.current || !state
        await sleep(retryMs, undefined, { signal }).catch(() => {})
      }
    } while (!signal.aborted && pendingRebuild.next)
    pendingRebuild.current = false
  }

  /** Of several processes of a host without a snapshot one builds; the others wait for its snapshot. */
  async function restoreOrBuild(store: SnapshotStore) {
    if (await restore(store)) return
    const shown = Promise.withResolvers<void>()
    saving = store
      .withBuildLock(async () => {
        if (await restore(store)) return
        const snapshot = await build(await markPosition())
        shown.resolve()
        if (snapshot) await store.write(snapshot)
      })
      .then(shown.resolve, shown.reject)
    await shown.promise
  }

  /** Without a position in the change log there is an index, but no snapshot. */
  const markPosition = () =>
    markLogPosition(db).catch((error) => {
      log.warn({ error: String(error) }, 'catalog index: no snapshot will be written')
      return undefined
    })

  /** @returns false without a snapshot that is newer than the current state and has few changes since. */
  async function restore(store: SnapshotStore): Promise<boolean> {
    const began = performance.now()
    const snapshot = await store.read()
    if (!snapshot || (builtAt !== undefined && snapshot.builtAt <= builtAt)) return false
    const tags = await readTagsSince(db, snapshot.position)
    if (!tags) return false
    const change = changeOf(withoutPricesOf(tags), true) ?? noChange()
    if (change.everything || change.productIds.size > maxRecentProducts(snapshot.segment.size)) return false
    const dictionary = await readDictionary(db, valueNumbers(snapshot.numbers))
    mergeChange(duringLoad, change)
    await show({ dictionary, loaded: snapshot.segment, recent: [] }, snapshot.builtAt)
    log.info(
      { ...about(snapshot.segment.size, began), changed: change.productIds.size },
      'catalog index: loaded from the snapshot',
    )
    return true
  }

  async function build(position?: LogPosition): Promise<Snapshot | undefined> {
    const began = performance.now()
    const startedAt = Date.now()
    const { segment, dictionary } = await buildFromAll(source, await readDictionary(db))
    // Changes take their products out of the segment from here on. The feed may deliver one from before the position, which
    // a restart would not read again, so the snapshot has the products as they were read.
    const asRead = { ...segment, alive: segment.alive.slice(), totals: segment.totals.slice() }
    await show({ dictionary, loaded: segment, recent: [] }, startedAt)
    log.info(about(segment.size, began), 'catalog index: built from the database')
    return position && { segment: asRead, numbers: dictionary.numbers.stored(), position, builtAt: startedAt }
  }

  const about = (products: number, began: number) => ({
    channel: channelId,
    products,
    ms: Math.round(performance.now() - began),
  })

  /** Resolves when the products, including everything that changed in the meantime, are current. */
  async function show(next: IndexState, at: number) {
    loaded = next
    while (hasWork()) await startPatching()
    signal.throwIfAborted()
    builtAt = at
    pendingRebuild.current = false
    clearTimeout(ageing)
    ageing = setTimeout(() => void rebuild(), Math.max(minRebuildDelayMs, at + maxAgeMs - Date.now()))
    ageing.unref()
  }

  function rebuild(): Promise<void> {
    loading ??= load().finally(() => {
      loading = undefined
      if (pendingRebuild.next && !signal.aborted) void rebuild()
    })
    return loading
  }

  void rebuild()
  return {
    current: () =>
      state && {
        dictionary: state.dictionary,
        segments: [state.loaded, ...state.recent.map(({ segment }) => segment)],
      },
    builtAt: () => builtAt,
    applyChange(change) {
      if (loading) mergeChange(duringLoad, change)
      if (change.everything) {
        pendingRebuild.next = true
        void rebuild()
      }
      if (!state) return
      mergeChange(pending, change)
      void startPatching()
    },
    async settled() {
      while (!signal.aborted && (patching || !state || pendingRebuild.next || pendingRebuild.current))
        await (patching ?? loading)
    },
    rebuild,
    async ended() {
      await Promise.all([patching, loading, saving])
    },
  }
}
