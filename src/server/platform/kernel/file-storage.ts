import type { Readable } from 'node:stream'
import { errorCode, errorMessage } from './errors.ts'

export type StoredFile = {
  path: string
  /** Bytes. */
  size: number
  modifiedMs: number
}

/** First and last byte, both inclusive. */
export type ByteRange = { start: number; end: number }

/**
 * Stores images, photos and other files: on disk, or in an S3-compatible bucket. Paths are relative, with `/`. Writes
 * are atomic: a file is complete or absent. ADR 0014.
 */
export type FileStorage = {
  /** Undefined for a missing file or an invalid path. */
  find(path: string): Promise<StoredFile | undefined>
  /** @throws for a missing file. */
  read(path: string): Promise<Buffer>
  /** @throws for a missing file. @param signal ends a request of a bucket. */
  readStream(path: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable>
  /** Replaces an existing file. */
  write(path: string, bytes: Buffer): Promise<void>
  /** @param size length of the stream in bytes. */
  writeStream(path: string, source: Readable, size: number): Promise<void>
  /** Does nothing for a missing file. */
  remove(path: string): Promise<void>
  /** All files, or those of a folder and its subfolders, in no particular order. */
  list(folder?: string): AsyncIterable<StoredFile>
}

/** The bucket cannot be reached, or refuses the request: such a request is answered with 503. The message is for the operator. */
export class StorageError extends Error {
  override name = 'StorageError'
  /** The code of a network error. */
  readonly code: unknown
  constructor(bucket: string, thrown: unknown) {
    // flydrive's error names only its own operation; the cause has the reason.
    const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown
    const reason = errorMessage(cause) || (cause instanceof Error && cause.name)
    super(
      `The bucket "${bucket}" cannot be used: ${reason}. Check S3_ENDPOINT, S3_BUCKET, S3_REGION and the keys.`,
      { cause: thrown },
    )
    this.code = errorCode(cause)
  }
}

/** Ends the names of files that no URL serves. */
export const PRIVATE = '.private'

/** The folder of what hosts make and share: build files (ADR 0014) and snapshots of the catalog index (ADR 0030). No backup needs them. */
export const BUILDS = 'builds'

/** All files but those that hosts make and share: what a backup contains, and what a restore must not meet. */
export async function* listStored(storage: FileStorage) {
  for await (const file of storage.list()) if (!file.path.startsWith(`${BUILDS}/`)) yield file
}

/** Letters, digits and common punctuation; never a leading dot, which excludes `..` and hidden files. */
const SEGMENT = /^[\p{L}\p{N}_-][\p{L}\p{N} _.,~@+()-]*$/u

/** Whether it is a path of a stored file, as URLs and tables contain it: `kiln/banyan-fan-mug--terra.avif`. */
export const isStoredPath = (path: string) =>
  path.length <= 300 && path.split('/').every((segment) => SEGMENT.test(segment))

/** @throws for a path that could leave the storage. */
export function requireStoredPath(path: string): string {
  if (!isStoredPath(path)) throw new Error(`"${path}" is not a path of a stored file`)
  return path
}
