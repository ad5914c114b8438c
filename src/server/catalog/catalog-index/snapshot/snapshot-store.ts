import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Db } from '#server/platform/kernel/context.ts'
import { createPacer } from '../columns/pacer.ts'
import type { Segment } from '../columns/segment.ts'
import type { StoredNumbers } from '../facets/value-numbers.ts'
import { withBuildLock } from './build-lock.ts'
import type { LogPosition } from './log-position.ts'
import { readSnapshot, writeSnapshot } from './snapshot-file.ts'
import { readSnapshotKey } from './snapshot-key.ts'

/** All products of a channel as they were read; nothing may change it. */
export type Snapshot = {
  segment: Segment
  numbers: StoredNumbers
  /** Position in the change log before the first product was read. */
  position: LogPosition
  /** Milliseconds since 1970 at the start of the build. */
  builtAt: number
}

/** Stores a channel's index between starts, shared by the processes of one host. */
export type SnapshotStore = {
  /** The last snapshot, if it belongs to this release and this database. */
  read(): Promise<Snapshot | undefined>
  /** Never throws: without a snapshot the next start only takes longer. */
  write(snapshot: Snapshot): Promise<void>
  /** Runs `work` while no other process of this host builds the index. */
  withBuildLock<Result>(work: () => Promise<Result>): Promise<Result>
}

type Options = { db: Db; channelId: number; folder: string; signal: AbortSignal; log: Logger }

export function openSnapshotStore({ db, channelId, folder, signal, log }: Options): SnapshotStore {
  const file = join(folder, `channel-${channelId}.snapshot`)
  return {
    async read() {
      try {
        return (await readSnapshot(file, await readSnapshotKey(db, channelId))) as Snapshot | undefined
      } catch (error) {
        if (!signal.aborted)
          log.warn({ error: String(error) }, 'catalog index: the snapshot cannot be used, building the index')
        return undefined
      }
    },

    async write(value) {
      const pacer = createPacer({ signal })
      try {
        const key = await readSnapshotKey(db, channelId)
        await writeSnapshot(file, { key, value }, async () => {
          if (pacer.isDue()) await pacer.rest()
        })
      } catch (error) {
        if (!signal.aborted)
          log.warn({ error: String(error) }, 'catalog index: the snapshot could not be written')
      }
    },

    withBuildLock: (work) => withBuildLock(`${file}.lock`, signal, work),
  }
}
