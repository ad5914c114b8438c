import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '#server/platform/kernel/context.ts'
import { createPacer } from '../columns/pacer.ts'
import type { Segment } from '../columns/segment.ts'
import type { StoredNumbers } from '../facets/value-numbers.ts'
import { type Bucket, fetchSnapshot, storeSnapshot } from './bucket-snapshot.ts'
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

/** Stores a channel's index between starts, shared by the processes of one host, and with a bucket by all hosts. */
export type SnapshotStore = {
  /** The last snapshot of this host, if it belongs to this release and this database. */
  read(): Promise<Snapshot | undefined>
  /** The same, or that of another host when the bucket has a newer one. */
  readNewest(): Promise<Snapshot | undefined>
  /** Never throws: without a snapshot the next start only takes longer. */
  write(snapshot: Snapshot): Promise<void>
  /** Runs `work` while no other process of this host builds the index. */
  withBuildLock<Result>(work: () => Promise<Result>): Promise<Result>
}

type Options = {
  db: Db
  channelId: number
  folder: string
  bucket: Bucket | undefined
  signal: AbortSignal
  log: Logger
}

const retryMs = 10 * 60_000

export function openSnapshotStore({ db, channelId, folder, bucket, signal, log }: Options): SnapshotStore {
  const file = join(folder, `channel-${channelId}.snapshot`)
  let isStoring = false

  async function read() {
    try {
      return (await readSnapshot(file, await readSnapshotKey(db, channelId))) as Snapshot | undefined
    } catch (error) {
      warn(error, 'the snapshot cannot be used, building the index')
      return undefined
    }
  }

  function warn(error: unknown, message: string) {
    if (!signal.aborted) log.warn({ error: String(error) }, `catalog index: ${message}`)
  }

  /** One process of this host at a time, until the bucket has what the file has. */
  async function storeInBucket() {
    if (!bucket || isStoring) return
    isStoring = true
    while (!signal.aborted) {
      const waitMs = await storeOnce(bucket).catch((error: unknown) => {
        warn(error, 'the snapshot could not be stored in the bucket')
        return retryMs
      })
      if (waitMs === undefined) break
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {})
    }
    isStoring = false
  }

  async function storeOnce(target: Bucket) {
    const key = await readSnapshotKey(db, channelId)
    return withBuildLock(`${file}.bucket.lock`, signal, () =>
      storeSnapshot(file, { key, bucket: target, signal }),
    )
  }

  return {
    read,

    async readNewest() {
      if (bucket)
        try {
          await fetchSnapshot(file, { key: await readSnapshotKey(db, channelId), bucket, signal })
        } catch (error) {
          warn(error, 'no snapshot from the bucket')
        }
      const found = await read()
      if (found) void storeInBucket()
      return found
    },

    async write(value) {
      const pacer = createPacer({ signal })
      try {
        const key = await readSnapshotKey(db, channelId)
        await writeSnapshot(file, { key, mark: value.position.mark, value }, async () => {
          if (pacer.isDue()) await pacer.rest()
        })
        void storeInBucket()
      } catch (error) {
        warn(error, 'the snapshot could not be written')
      }
    },

    withBuildLock: (work) => withBuildLock(`${file}.lock`, signal, work),
  }
}
