import type { Logger } from 'pino'
import { readDictionary } from '../facets/dictionary.ts'
import { valueNumbers } from '../facets/value-numbers.ts'
import { type LogPosition, markLogPosition, readTagsSince } from '../snapshot/log-position.ts'
import type { Snapshot, SnapshotStore } from '../snapshot/snapshot-store.ts'
import { buildFromAll, type Source } from './build-segments.ts'
import { type Change, changeOf, noChange, withoutPricesOf } from './changes.ts'
import type { IndexState } from './patch-index.ts'

/** All products of a channel, when they were read (milliseconds since 1970), and the changes that are still to be applied to them. */
export type LoadedIndex = { index: IndexState; readAt: number; changes: Change }

/** With more changed products than this, all are loaded again: every small segment slows each answer a little. */
export const maxRecentProducts = (loaded: number) => Math.min(Math.max(2_000, loaded / 20), 20_000)

/** A replica that is further behind is not waited for. */
const REPLICA_WAIT_MS = 2_000

type LoaderOptions = {
  source: Source
  log: Logger
  snapshots: SnapshotStore | undefined
  /** When the shown products were read; undefined: there are none. */
  newerThan: () => number | undefined
  /** Takes the loaded products over; resolves when they are current. */
  show: (loaded: LoadedIndex) => Promise<void>
}

/**
 * Loads all products of a channel: from a newer snapshot, of this host or of another, otherwise from the database. Of several
 * processes of a host without a snapshot one builds; the others wait for its snapshot.
 */
export function createLoader({ source, log, snapshots, newerThan, show }: LoaderOptions) {
  let saving: Promise<void> | undefined

  async function load() {
    if (!snapshots) return void (await build())
    if (await restore(snapshots.readNewest)) return
    const shown = Promise.withResolvers<void>()
    saving = snapshots
      .withBuildLock(async () => {
        if (await restore(snapshots.read)) return
        const snapshot = await build(await markLogPosition(source.db).catch(noteNoSnapshot))
        shown.resolve()
        if (snapshot) await snapshots.write(snapshot)
      })
      .then(shown.resolve, shown.reject)
    await shown.promise
  }

  async function restore(read: SnapshotStore['read']): Promise<boolean> {
    const began = performance.now()
    const loaded = await loadFromSnapshot(source, read, newerThan())
    if (!loaded) return false
    const changed = loaded.changes.productIds.size
    await show(loaded)
    log.info({ ...about(loaded, began), changed }, 'catalog index: loaded from the snapshot')
    return true
  }

  async function build(position?: LogPosition) {
    const began = performance.now()
    const { snapshot, ...loaded } = await loadFromDatabase(source, position)
    await show(loaded)
    log.info(about(loaded, began), 'catalog index: built from the database')
    return snapshot
  }

  /** Without a position in the change log there is an index, but no snapshot. */
  const noteNoSnapshot = (error: unknown) =>
    void log.warn({ error: String(error) }, 'catalog index: no snapshot will be written')

  const about = ({ index }: LoadedIndex, began: number) => ({
    channel: source.channelId,
    products: index.loaded.size,
    ms: Math.round(performance.now() - began),
  })

  return { load, saving: () => saving }
}

/**
 * Loads the products from the snapshot.
 * @returns undefined without a snapshot that is newer than `newerThan` and has few changes since
 */
async function loadFromSnapshot(
  { db }: Source,
  read: SnapshotStore['read'],
  newerThan: number | undefined,
): Promise<LoadedIndex | undefined> {
  const snapshot = await read()
  if (!snapshot || (newerThan !== undefined && snapshot.builtAt <= newerThan)) return undefined
  const tags = await readTagsSince(db, snapshot.position)
  if (!tags) return undefined
  const changes = changeOf(withoutPricesOf(tags), true) ?? noChange()
  if (changes.everything || changes.productIds.size > maxRecentProducts(snapshot.segment.size))
    return undefined
  const dictionary = await readDictionary(db, valueNumbers(snapshot.numbers))
  return { index: { dictionary, loaded: snapshot.segment, recent: [] }, readAt: snapshot.builtAt, changes }
}

/**
 * Loads the products from the database.
 * @param position in the change log before the load; without it there is no snapshot
 */
async function loadFromDatabase(
  source: Source,
  position?: LogPosition,
): Promise<LoadedIndex & { snapshot: Snapshot | undefined }> {
  const readAt = Date.now()
  const db = (await source.replica?.reachPresent(REPLICA_WAIT_MS)) ?? source.db
  const { segment, dictionary } = await buildFromAll({ ...source, db }, await readDictionary(db))
  // Changes take their products out of the segment from here on. The feed may deliver one from before the position, which
  // a restart would not read again, so the snapshot has the products as they were read.
  const asRead = { ...segment, alive: segment.alive.slice(), totals: segment.totals.slice() }
  return {
    index: { dictionary, loaded: segment, recent: [] },
    readAt,
    changes: noChange(),
    snapshot: position && {
      segment: asRead,
      numbers: dictionary.numbers.stored(),
      position,
      builtAt: readAt,
    },
  }
}
