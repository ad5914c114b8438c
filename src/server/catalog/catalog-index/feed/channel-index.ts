import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ChannelProducts } from '../memory/memory-listing.ts'
import type { SnapshotStore } from '../snapshot/snapshot-store.ts'
import type { Source } from './build-segments.ts'
import { type Change, isSome, mergeChange, noChange } from './changes.ts'
import { createLoader, type LoadedIndex, maxRecentProducts } from './load-index.ts'
import { createPatcher, type Patchable, retryMs } from './patcher.ts'

/** The products of one channel in memory, synchronized with the database. */
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

const dayMs = 24 * 60 * 60 * 1_000
/** After a start with an old snapshot, the shop serves from it at least this long. */
const minRebuildDelayMs = 60_000
/** Hosts that share a snapshot must not all read the database at its age: the first one renews it for the others. */
const spread = () => 1 - Math.random() / 10
const dueIn = (at: number) => Math.max(minRebuildDelayMs, at - Date.now())

export function openChannelIndex({ snapshots, maxAgeMs = dayMs, ...source }: Options): ChannelIndex {
  const { signal, log } = source
  let shown: Patchable | undefined
  let builtAt: number | undefined
  /** The products being loaded, undefined until they are read, and the changes noted since the load began. */
  let incoming: { index?: Patchable['index']; changes: Change } | undefined
  let ageing: NodeJS.Timeout | undefined
  signal.addEventListener('abort', () => clearTimeout(ageing), { once: true })

  const patcher = createPatcher({
    source,
    log,
    next() {
      if (signal.aborted) return undefined
      if (incoming && isRead(incoming)) return incoming
      return shown && isSome(shown.changes) ? shown : undefined
    },
    onApplied(state) {
      // Changes noted during the read are applied before the result is shown.
      if (state !== incoming || isSome(state.changes)) return
      shown = { index: state.index, changes: shown?.changes ?? noChange() }
      incoming = undefined
    },
    onIdle() {
      const recent = shown?.index.recent.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0
      if (shown && recent > maxRecentProducts(shown.index.loaded.size)) void loads.run()
    },
  })

  const loader = createLoader({ source, log, snapshots, newerThan: () => builtAt, show })
  const loads = repeatedLoads({
    ...{ signal, log },
    async load() {
      incoming = { changes: noChange() }
      await loader.load()
    },
    isLoaded: () => shown !== undefined,
    onEnd() {
      incoming = undefined
    },
  })

  /** Resolves when the products, including everything that changed in the meantime, are current. */
  async function show({ index, readAt, changes }: LoadedIndex) {
    incoming = { index, changes: incoming?.changes ?? noChange() }
    mergeChange(incoming.changes, changes)
    while (incoming && !signal.aborted) await patcher.start()
    signal.throwIfAborted()
    builtAt = readAt
    loads.markShown()
    clearTimeout(ageing)
    ageing = setTimeout(() => void loads.run(), dueIn(readAt + maxAgeMs * spread()))
    ageing.unref()
  }

  void loads.run()
  return {
    current: () =>
      shown && {
        dictionary: shown.index.dictionary,
        segments: [shown.index.loaded, ...shown.index.recent.map(({ segment }) => segment)],
      },
    builtAt: () => builtAt,
    applyChange(change) {
      if (incoming) mergeChange(incoming.changes, change)
      if (change.everything) loads.request()
      if (!shown) return
      mergeChange(shown.changes, change)
      void patcher.start()
    },
    async settled() {
      while (!signal.aborted && (patcher.running() || !shown || loads.areDue()))
        await (patcher.running() ?? loads.running())
    },
    rebuild: loads.run,
    async ended() {
      await Promise.all([patcher.running(), loads.running(), loader.saving()])
    },
  }
}

type Loads = Pick<Source, 'signal'> & {
  log: Logger
  load: () => Promise<void>
  isLoaded: () => boolean
  onEnd: () => void
}

/** Full loads in the background, one at a time. One that fails, or during which another is requested, is followed by one. */
function repeatedLoads({ signal, log, load, isLoaded, onEnd }: Loads) {
  let running: Promise<void> | undefined
  /** A load is due: by one that has not begun (`next`), or by the current one. */
  let due = { next: true, current: false }

  async function repeat() {
    do {
      due = { next: false, current: due.next }
      try {
        await load()
      } catch (error) {
        if (signal.aborted) return
        log.warn({ error: String(error) }, 'catalog index: products could not be loaded, trying again')
        due.next ||= due.current || !isLoaded()
        await sleep(retryMs, undefined, { signal }).catch(() => {})
      }
    } while (!signal.aborted && due.next)
    due.current = false
  }

  function run(): Promise<void> {
    running ??= repeat().finally(() => {
      running = undefined
      onEnd()
      if (due.next && !signal.aborted) void run()
    })
    return running
  }

  return {
    run,
    running: () => running,
    request() {
      due.next = true
      void run()
    },
    /** The products of the current load are shown. */
    markShown() {
      due.current = false
    },
    areDue: () => due.next || due.current,
  }
}

const isRead = (state: { index?: Patchable['index']; changes: Change }): state is Patchable =>
  state.index !== undefined
