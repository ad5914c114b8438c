import { setTimeout as sleep } from 'node:timers/promises'
import type { Change } from './changes.ts'

type Options = {
  /** Resolves when every channel has applied its changes. */
  settled: () => Promise<unknown>
  signal: AbortSignal
  maxWaitMs: number
  onLate: (tags: readonly string[]) => void
}

/** A transaction that changes more products is one of many of a bulk change; each listing would wait for its update. ADR 0045. */
const mostAwaited = 100

/** The changes between their delivery and the moment at which every channel has applied them. */
export function trackPendingChanges({ settled, signal, maxWaitMs, onLate }: Options) {
  let pending:
    | { since: number; tags: Set<string>; isLarge: boolean; isLate: boolean; done: Promise<void> }
    | undefined
  let changeCount = 0

  /** Waits until no further change arrives while the last one is read. */
  async function settle() {
    // The caller first adds the tags of the change to `pending`.
    await Promise.resolve()
    let settledCount: number
    do {
      settledCount = changeCount
      await settled()
    } while (settledCount !== changeCount && !signal.aborted)
    const { tags, isLate } = pending ?? { tags: [], isLate: false }
    pending = undefined
    if (isLate && !signal.aborted) onLate([...tags])
  }

  return {
    /** Notes the changes of one delivery, after the channels have received them. */
    add(changes: readonly Change[], tags: readonly string[]) {
      changeCount += 1
      pending ??= {
        since: performance.now(),
        tags: new Set(),
        isLarge: false,
        isLate: false,
        done: settle(),
      }
      pending.isLarge ||= changes.some(
        ({ productIds, pricedIds }) => productIds.size + pricedIds.size > mostAwaited,
      )
      for (const tag of tags) pending.tags.add(tag)
    },
    /** Waits up to `maxWaitMs` after the first pending change; an answer before their end makes them late. */
    async wait() {
      const awaited = pending
      if (!awaited) return
      const leftMs = awaited.since + maxWaitMs - performance.now()
      if (leftMs === Number.POSITIVE_INFINITY) await awaited.done
      else if (leftMs > 0 && !awaited.isLarge)
        await Promise.race([awaited.done, sleep(leftMs, undefined, { ref: false })])
      if (pending === awaited) awaited.isLate = true
    },
    /** Waits without a limit. */
    end: async () => pending?.done,
  }
}
