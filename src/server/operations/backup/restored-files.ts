import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '#server/platform/config/config.ts'
import { type FileStorage, listStored } from '#server/platform/kernel/file-storage.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { BackupError } from './manifest.ts'

/** Receives the files of a restore: all of them or none. */
export type RestoredFiles = {
  /** Identifies the target in the mark of an unfinished restore, which only a restore into the same one may undo. */
  place: string
  /** @throws BackupError when there are files already. */
  requireEmpty(): Promise<void>
  begin(): Promise<void>
  /** @param size length of the body in bytes. */
  add(path: string, body: AsyncIterable<Buffer>, size: number): Promise<void>
  finish(): Promise<void>
  /** Removes everything that was added, also by a killed restore. */
  undo(): Promise<void>
}

/** The configured storage: a folder of this host, or a bucket. */
export async function openRestoredFiles(config: Pick<Config, 'dataDir' | 'storage'>): Promise<RestoredFiles> {
  if (config.storage?.kind !== 's3') return inFolder(config.dataDir)
  const { endpoint = '', bucket, prefix = '' } = config.storage
  return inBucket(await openStorage(config), `${endpoint}/${bucket}/${prefix}`)
}

/** Files are added to a draft folder, which is renamed when it is complete. */
function inFolder(dataDir: string): RestoredFiles {
  const final = join(dataDir, 'media')
  const draft = `${final}.restoring`
  const files = createDiskStorage(draft)
  return {
    place: `${hostname()}:${dataDir}`,
    async requireEmpty() {
      if (existsSync(final) && readdirSync(final).length > 0)
        throw new BackupError(
          `There are files in ${final}. Restore into a new DATA_DIR, or move them away first.`,
        )
    },
    async begin() {
      await rm(draft, { recursive: true, force: true })
      await mkdir(draft, { recursive: true })
    },
    add: (path, body, size) => files.writeStream(path, toStream(body), size),
    async finish() {
      await rm(final, { recursive: true, force: true })
      await rename(draft, final)
    },
    async undo() {
      await rm(draft, { recursive: true, force: true })
      await rm(final, { recursive: true, force: true })
    },
  }
}

/** Files appear one by one; a database that is still being restored keeps every shop from starting until the end. */
function inBucket(files: FileStorage, place: string): RestoredFiles {
  return {
    place,
    async requireEmpty() {
      for await (const { path } of listStored(files))
        throw new BackupError(
          `There are files in the bucket (${path}). Restore into an empty one, or set another S3_PREFIX.`,
        )
    },
    async begin() {},
    add: (path, body, size) => files.writeStream(path, toStream(body), size),
    async finish() {},
    async undo() {
      for await (const { path } of listStored(files)) await files.remove(path)
    },
  }
}

const toStream = (body: AsyncIterable<Buffer>) => Readable.from(body, { objectMode: false })
