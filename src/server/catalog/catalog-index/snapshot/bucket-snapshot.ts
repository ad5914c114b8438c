import { createHash, hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { changeLogDays } from '#server/platform/changes/prune-change-log.ts'
import { isSignedFor, type SigningSecrets, signFor } from '#server/platform/config/sign-for.ts'
import { BUILDS, type FileStorage, PRIVATE, StorageError } from '#server/platform/kernel/file-storage.ts'
import { openIfThere, readMark } from './snapshot-file.ts'

/** The storage that all hosts of a shop share, and the secrets that sign what they put there. */
export type Bucket = { files: FileStorage; secrets: SigningSecrets }

/**
 * The first bytes of a stored snapshot. The signature says that a host of this shop made it with the same key; the file that
 * follows is read only when its size and hash are those of the seal.
 */
const Seal = z.object({ mark: z.number(), size: z.number(), sha256: z.string(), signature: z.string() })
type Seal = z.output<typeof Seal>
const sealBytes = 512
const textOf = (key: string, { mark, size, sha256 }: Omit<Seal, 'signature'>) =>
  [key, mark, size, sha256].join('\n')

/** A start waits this long for the first bytes, and for the others as long as a bucket with this speed takes. */
const answerMs = 2_000
const minBytesPerMs = 8_000
const lookMs = 100
const minIntervalMs = 10 * 60_000
const maxUploadMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000

const folder = `${BUILDS}/catalog-index`
const pathOf = (key: string) => `${folder}/${hash('sha256', key).slice(0, 32)}.snapshot${PRIVATE}`

/**
 * Replaces the file by the bucket's snapshot when that is newer. Adds to a start at most two seconds, and one for each
 * 8 MB of a snapshot that arrives too slowly to the end.
 *
 * @throws when the bucket is away or too slow, or its snapshot is damaged; the file is as it was.
 */
export async function fetchSnapshot(
  file: string,
  { key, bucket, signal }: { key: string; bucket: Bucket; signal: AbortSignal },
): Promise<void> {
  const slow = new AbortController()
  let waitedMs = 0
  let received = 0
  // Turns are counted, not time: while the start uses the processor, nothing can be received.
  const watching = setInterval(() => {
    waitedMs += lookMs
    if (waitedMs > answerMs + received / minBytesPerMs) slow.abort(new Error('The bucket is too slow'))
  }, lookMs)
  const stopped = AbortSignal.any([signal, slow.signal])
  const temporary = `${file}.${process.pid}.bucket.tmp`
  try {
    const seal = await orAborted(readSeal(key, bucket, stopped), stopped)
    if (!seal || seal.mark <= ((await markOf(file, key)) ?? 0)) return
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const range = { start: sealBytes, end: sealBytes + seal.size - 1 }
    const source = await orAborted(bucket.files.readStream(pathOf(key), range, stopped), stopped)
    const found = createHash('sha256')
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          received += chunk.length
          if (received > seal.size) throw damaged()
          found.update(chunk)
          yield chunk
        }
      },
      createWriteStream(temporary, { mode: 0o600 }),
      { signal: stopped },
    )
    if (found.digest('hex') !== seal.sha256) throw damaged()
    await rename(temporary, file)
  } catch (error) {
    throw slow.signal.aborted ? slow.signal.reason : error
  } finally {
    clearInterval(watching)
    await rm(temporary, { force: true })
  }
}

/**
 * Stores the file's snapshot in the bucket, unless that has it or a newer one, or one of the last ten minutes.
 *
 * @returns milliseconds until the bucket may be compared again; undefined when it has what the file has.
 */
export async function storeSnapshot(
  file: string,
  { key, bucket, signal }: { key: string; bucket: Bucket; signal: AbortSignal },
): Promise<number | undefined> {
  const { files, secrets } = bucket
  // One open file: another process may replace it.
  const handle = await openIfThere(file)
  try {
    const mark = handle && (await readMark(handle, key))
    if (!handle || mark === undefined) return undefined
    // One that cannot be read is replaced, as is one that is not complete: not all services store all or nothing.
    const stored = await readSeal(key, bucket, signal).catch(() => undefined)
    const found = await files.find(pathOf(key))
    const isComplete = stored && found?.size === sealBytes + stored.size
    if (isComplete && stored.mark >= mark) return undefined
    const age = found ? Date.now() - found.modifiedMs : minIntervalMs
    if (age >= 0 && age < minIntervalMs) return minIntervalMs - age

    const { size } = await handle.stat()
    const digest = createHash('sha256')
    for await (const chunk of contentOf(handle)) digest.update(chunk)
    const about = { mark, size, sha256: digest.digest('hex') }
    const signature = signFor(secrets, 'catalog snapshot', textOf(key, about))
    const seal = Buffer.alloc(sealBytes, ' ')
    seal.write(JSON.stringify({ ...about, signature } satisfies Seal))
    const source = Readable.from(
      (async function* () {
        yield seal
        yield* contentOf(handle)
      })(),
    )
    const ended = AbortSignal.any([signal, AbortSignal.timeout(maxUploadMs)])
    await files.writeStream(pathOf(key), addAbortSignal(ended, source), sealBytes + size)
    await removeUnused(files)
    return 0
  } finally {
    await handle?.close()
  }
}

const damaged = () => new Error('The snapshot of the bucket is damaged')

const contentOf = (handle: FileHandle) => handle.createReadStream({ start: 0, autoClose: false })

/** Of releases, channels and databases that are gone: no start can use a snapshot that is older than the change log. */
async function removeUnused(files: FileStorage) {
  for await (const { path, modifiedMs } of files.list(folder))
    if (modifiedMs < Date.now() - changeLogDays * dayMs) await files.remove(path)
}

/** @returns undefined when there is no snapshot of this key that a host of this shop signed. */
async function readSeal(key: string, { files, secrets }: Bucket, signal: AbortSignal) {
  const range = { start: 0, end: sealBytes - 1 }
  const source = await files.readStream(pathOf(key), range, signal).catch((error) => {
    if (error instanceof StorageError) throw error
    return undefined
  })
  if (!source) return undefined
  const seal = Seal.parse(JSON.parse((await buffer(addAbortSignal(signal, source))).toString()))
  const { signature } = seal
  return isSignedFor(secrets, 'catalog snapshot', { text: textOf(key, seal), signature }) ? seal : undefined
}

async function markOf(file: string, key: string): Promise<number | undefined> {
  const handle = await openIfThere(file)
  try {
    return handle && (await readMark(handle, key).catch(() => undefined))
  } finally {
    await handle?.close()
  }
}

/** Not all storages can end a request. */
async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
