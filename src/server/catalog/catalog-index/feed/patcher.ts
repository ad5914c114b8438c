import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Source } from './build-segments.ts'
import { type Change, mergeChange, noChange } from './changes.ts'
import { type IndexState, patchIndex } from './patch-index.ts'

/** A state of the index, and the changes that are to be applied to it. */
export type Patchable = { index: IndexState; changes: Change }

type Options = {
  source: Source
  log: Logger
  /** The state that is to be changed next; undefined: there is nothing to do. */
  next: () => Patchable | undefined
  onApplied: (state: Patchable) => void
  /** Called whenever there was nothing left to do. */
  onIdle: () => void
}

/** Before a change that could not be read, or products that could not be loaded, are tried again. */
export const retryMs = 1_000

/** Applies changes to the states of an index, one after the other; one that cannot be read is tried again. */
export function createPatcher({ source, log, next, onApplied, onIdle }: Options) {
  const { signal } = source
  let running: Promise<void> | undefined

  async function run() {
    for (let state = next(); state; state = next()) {
      const { changes } = state
      state.changes = noChange()
      try {
        await patchIndex(state.index, changes, source)
        onApplied(state)
      } catch (error) {
        if (signal.aborted) return
        log.warn({ error: String(error) }, 'catalog index: a change could not be read, trying again')
        mergeChange(state.changes, changes)
        await sleep(retryMs, undefined, { signal }).catch(() => {})
      }
    }
  }

  function start(): Promise<void> {
    running ??= run().finally(() => {
      running = undefined
      // Changes that arrived after its last check.
      if (next()) void start()
      onIdle()
    })
    return running
  }

  return { start, running: () => running }
}
