import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { readDictionary } from '../facets/dictionary.ts'
import type { Shelf } from '../memory-listing.ts'
import { buildFromAll, type Source } from './build-segments.ts'
import { type Change, mergeChange, noChange } from './changes.ts'
import { patchShelf, type ShelfState } from './patch-shelf.ts'

/** The products of one channel in memory, kept as the database is. */
export type ChannelShelf = {
  /** Undefined until all products have been loaded once. */
  current(): Shelf | undefined
  /** Has a change be read; what is asked meanwhile is answered from before it. */
  take(change: Change): void
  /** Resolves when the products are there, and everything that was taken is among them. */
  settled(): Promise<void>
  /** Loads all products anew, in the background; resolves when they have taken the place of the old ones. */
  rebuild(): Promise<void>
  /** After `source.signal` is aborted: resolves when nothing is being read any more. */
  ended(): Promise<void>
}

const retryMs = 1_000

/** When so many products have changed, all are loaded anew: small segments cost every answer a little. */
const mostRecent = (loaded: number) => Math.min(Math.max(2_000, loaded / 20), 20_000)

export function openChannelShelf(source: Source & { log: Logger }): ChannelShelf {
  const { db, channelId, signal, log } = source
  let state: ShelfState | undefined
  let pending = noChange()
  let patching: Promise<void> | undefined
  /** Products loaded anew, and what changed since that began. */
  let loaded: ShelfState | undefined
  let duringLoad = noChange()
  let loading: Promise<void> | undefined
  /** All must be loaded anew, in a load that has not begun yet, or in the one that goes on. */
  let owes = { next: true, current: false }

  async function patch() {
    while (hasWork()) {
      const isOfLoaded = loaded !== undefined
      const target = loaded ?? state!
      const change = isOfLoaded ? duringLoad : pending
      if (isOfLoaded) duringLoad = noChange()
      else pending = noChange()
      try {
        await patchShelf(target, change, source)
      } catch (error) {
        if (signal.aborted) return
        log.warn({ error: String(error) }, 'catalogue index: a change could not be read, trying again')
        mergeChange(isOfLoaded ? duringLoad : pending, change)
        await sleep(retryMs, undefined, { signal }).catch(() => {})
        continue
      }
      // what changed while it was read goes into it before it is shown
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
      // what came after it had looked for the last time
      if (hasWork()) void startPatching()
      const recent = state?.recent.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0
      if (state && recent > mostRecent(state.loaded.size)) void rebuild()
    })
    return patching
  }

  async function load() {
    do {
      owes = { next: false, current: owes.next }
      duringLoad = noChange()
      const began = performance.now()
      try {
        const { segment, dictionary } = await buildFromAll(source, await readDictionary(db))
        loaded = { dictionary, loaded: segment, recent: [] }
        while (hasWork()) await startPatching()
        log.info(
          { channel: channelId, products: segment.size, ms: Math.round(performance.now() - began) },
          'catalogue index: loaded',
        )
      } catch (error) {
        if (signal.aborted) return
        log.warn({ error: String(error) }, 'catalogue index: products could not be loaded, trying again')
        owes.next ||= owes.current || !state
        await sleep(retryMs, undefined, { signal }).catch(() => {})
      }
    } while (!signal.aborted && owes.next)
    owes.current = false
  }

  function rebuild(): Promise<void> {
    loading ??= load().finally(() => {
      loading = undefined
      if (owes.next && !signal.aborted) void rebuild()
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
    take(change) {
      if (loading) mergeChange(duringLoad, change)
      if (change.everything) {
        owes.next = true
        void rebuild()
      }
      if (!state) return
      mergeChange(pending, change)
      void startPatching()
    },
    async settled() {
      while (!signal.aborted && (patching || !state || owes.next || owes.current)) await (patching ?? loading)
    },
    rebuild,
    async ended() {
      await Promise.all([patching, loading])
    },
  }
}

const isSome = ({ productIds, categoryIds, dictionary }: Change) =>
  dictionary || productIds.size > 0 || categoryIds.size > 0
