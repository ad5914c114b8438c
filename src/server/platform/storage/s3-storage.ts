import { Readable } from 'node:stream'
import { GetObjectCommand, ListObjectsV2Command, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import type { S3Config } from '../config/storage-config.ts'
import {
  type FileStorage,
  isStoredPath,
  requireStoredPath,
  StorageError,
  type StoredFile,
} from '../kernel/file-storage.ts'

/** How long the metadata of a file is cached: pages show the same images again and again. */
const CACHE_MS = 30_000
const MAX_KNOWN = 20_000
/** A connection on which nothing moves for this long is ended. */
const SILENT_MS = 30_000

/** Files in a bucket of an S3-compatible service. Imported only when configured, as the client is large. ADR 0014. */
export function createS3Storage(
  config: S3Config,
  { silentMs = SILENT_MS } = {},
): FileStorage & { close(): void } {
  const { bucket, region, endpoint, accessKeyId, secretAccessKey, isPathStyle } = config
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint ? { endpoint } : {}),
    forcePathStyle: isPathStyle,
    // Services other than AWS refuse unknown checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, socketTimeout: silentMs },
  })
  // The bucket decides about access: many services have no access lists for single files.
  const drive = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })
  const prefix = config.prefix ? `${config.prefix}/` : ''
  const keyOf = (path: string) => prefix + requireStoredPath(path)
  const known = new Map<string, { file: StoredFile; until: number }>()
  const { refused, unread } = refusalsOf(bucket)

  function remember(file: StoredFile) {
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(file.path, { file, until: performance.now() + CACHE_MS })
    return file
  }

  return {
    async find(path) {
      if (!isStoredPath(path)) return undefined
      const remembered = known.get(path)
      if (remembered && remembered.until > performance.now()) return remembered.file
      try {
        const { contentLength, lastModified } = await drive.getMetaData(keyOf(path))
        return remember({ path, size: contentLength, modifiedMs: lastModified.getTime() })
      } catch (error) {
        known.delete(path)
        if (isMissing(error)) return undefined
        throw new StorageError(bucket, error)
      }
    },
    read: async (path) => Buffer.from(await drive.getBytes(keyOf(path)).catch(unread)),
    async readStream(path, range, signal) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const command = new GetObjectCommand({ Bucket: bucket, Key: keyOf(path), Range })
      const { Body } = await client.send(command, signal && { abortSignal: signal }).catch(unread)
      if (!(Body instanceof Readable)) throw new StorageError(bucket, new Error('The reply has no body'))
      return Body
    },
    async write(path, bytes) {
      await drive.put(keyOf(path), bytes).catch(refused)
      known.delete(path)
    },
    async writeStream(path, source, size) {
      await drive.putStream(keyOf(path), source, { contentLength: size }).catch(refused)
      known.delete(path)
    },
    async remove(path) {
      await drive.delete(keyOf(path)).catch(refused)
      known.delete(path)
    },
    async *list(folder = '') {
      const under = folder === '' ? prefix : `${keyOf(folder)}/`
      let token: string | undefined
      do {
        // Bypasses flydrive, which sends an empty delimiter that some services sign differently.
        const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: under, ContinuationToken: token })
        const page = await client.send(command).catch(refused)
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          const path = Key.slice(prefix.length)
          if (isStoredPath(path)) yield { path, size: Size, modifiedMs: LastModified?.getTime() ?? 0 }
        }
        token = page.NextContinuationToken
      } while (token)
    },
    close: endingRequestsOf(client),
  }
}

/** @returns ends all requests in work, which are not tried again. */
function endingRequestsOf(client: S3Client) {
  let isClosed = false
  client.middlewareStack.add(
    (next) => (args) => (isClosed ? Promise.reject(new Error('The storage is closed')) : next(args)),
    { step: 'finalizeRequest', priority: 'low' },
  )
  return () => {
    isClosed = true
    client.destroy()
  }
}

/** `unread`: a missing file keeps its error, as it may have been removed since it was found. */
const refusalsOf = (bucket: string) => ({
  refused(error: unknown): never {
    throw new StorageError(bucket, error)
  },
  unread(error: unknown): never {
    throw isMissing(error) ? error : new StorageError(bucket, error)
  },
})

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
