import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress, constants as zlib } from 'node:zlib'
import { errorCode } from '#server/platform/kernel/errors.ts'
import { BackupError } from './manifest.ts'
import { readTar, type TarEntry, tarEnd, tarHeader, tarPadding } from './tar.ts'

/**
 * A backup is one tar file compressed with zstd: `manifest.json`, `tables/…`, `files/…`, optionally `secrets.json`,
 * and `end.json` with the digest of all entries before it. Without an intact `end.json` nothing is restored. ADR
 * 0013.
 */
export type ArchiveEnd = {
  /** The number of entries before this one, and a SHA-256 over the names, sizes and contents of all of them. */
  entries: number
  digest: string
  /** Rows of each table. */
  rows: Record<string, number>
  sequences: Record<string, { last_value: string; is_called: boolean }>
}

const END = 'end.json'

/**
 * A zstd frame that decompressors skip. As the last bytes of the file, it reveals a truncation that has lost no
 * content.
 */
const trailer = skippableFrame('end of the backup')

function skippableFrame(text: string): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(0x184d2a5e, 0)
  head.writeUInt32LE(text.length, 4)
  return Buffer.concat([head, Buffer.from(text)])
}

export type ArchiveWriter = {
  add(name: string, content: Buffer): Promise<void>
  /**
   * Adds a file. An error before the first byte leaves the archive as it was; a later one makes it unusable.
   * @param size length in bytes
   * @throws BackupError after the first byte
   */
  addFile(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void>
  /** Writes the last entry; resolves when everything is on disk. */
  finish(facts: Pick<ArchiveEnd, 'rows' | 'sequences'>): Promise<void>
  /** Closes the file of an abandoned archive. */
  abort(): Promise<void>
}

/** Starts an archive in a new file, readable by its owner alone: it holds personal data. */
export function createArchive(file: string): ArchiveWriter {
  const compress = createZstdCompress({ params: { [zlib.ZSTD_c_compressionLevel]: 3 } })
  const target = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true })
  const written = pipeline(
    compress,
    async function* (compressed: AsyncIterable<Buffer>) {
      yield* compressed
      yield trailer
    },
    target,
  )
  // Awaited in `finish`. The no-op handler keeps an early rejection from being reported as unhandled.
  written.catch(() => {})
  const digest = createDigest()

  async function write(bytes: Buffer) {
    if (compress.destroyed) await written
    if (!compress.write(bytes)) await Promise.race([once(compress, 'drain'), written])
  }

  async function addPieces(name: string, size: number, pieces: AsyncIterable<Buffer> | Iterable<Buffer>) {
    const entry = digest.startEntry(name, size)
    await write(tarHeader(name, size))
    let left = size
    for await (const piece of pieces) {
      left -= piece.length
      entry.update(piece)
      await write(piece)
    }
    if (left !== 0)
      throw new BackupError(`${name} was changed while it was being copied. Run the backup again.`)
    entry.end()
    await write(tarPadding(size))
  }

  return {
    add: (name, content) => addPieces(name, content.length, [content]),
    addFile: async (name, size, content) => addPieces(name, size, await started(name, content)),
    async finish(facts) {
      const end: ArchiveEnd = { ...digest.result(), ...facts }
      const content = Buffer.from(JSON.stringify(end))
      await write(
        Buffer.concat([tarHeader(END, content.length), content, tarPadding(content.length), tarEnd]),
      )
      compress.end()
      await written
    },
    async abort() {
      compress.destroy()
      await written.catch(() => {})
    },
  }
}

/**
 * Reads the first piece, so that a missing file is known before anything is written. Its header is in the archive when a
 * later piece fails, so that error is not one that a backup may skip.
 */
async function started(name: string, content: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const pieces = content[Symbol.asyncIterator]()
  const first = await pieces.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    try {
      yield* { [Symbol.asyncIterator]: () => pieces }
    } catch (cause) {
      throw new BackupError(`${name} could not be read completely. Run the backup again.`, { cause })
    }
  })()
}

/**
 * Reads an archive and passes every entry but the last to `take`. The caller must undo the effects of `take` when
 * this throws: the digest is known only at the end.
 *
 * @throws BackupError when the file is not a backup, is truncated or was changed.
 */
export async function readArchive(
  file: string,
  take: (entry: TarEntry) => Promise<void>,
): Promise<ArchiveEnd> {
  await requireTrailer(file)
  const decompress = createZstdDecompress()
  const source = createReadStream(file)
  const read = pipeline(source, decompress)
  read.catch(() => {})
  const digest = createDigest()
  let end: ArchiveEnd | undefined
  try {
    for await (const entry of readTar(decompress)) {
      if (end) throw new BackupError('The backup is damaged: it continues after its end')
      if (entry.name === END) end = JSON.parse((await readAll(entry.body)).toString()) as ArchiveEnd
      else {
        const hash = digest.startEntry(entry.name, entry.size)
        await take({ ...entry, body: hashed(entry.body, hash) })
        // Content that `take` left unread is still hashed.
        for await (const piece of entry.body) hash.update(piece)
        hash.end()
      }
    }
  } catch (error) {
    throw toBackupError(error)
  } finally {
    source.destroy()
    decompress.destroy()
  }
  const { entries, digest: found } = digest.result()
  if (!end || end.entries !== entries || end.digest !== found)
    throw new BackupError('The backup is damaged: its contents are not those that were written')
  return end
}

async function requireTrailer(file: string): Promise<void> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const end = Buffer.alloc(trailer.length)
    await handle.read(end, 0, end.length, Math.max(0, size - end.length))
    if (!end.equals(trailer))
      throw new BackupError('This file is truncated, or not a backup of Vitrine: its end is missing')
  } finally {
    await handle.close()
  }
}

export async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* hashed(body: AsyncGenerator<Buffer>, hash: { update(piece: Buffer): void }) {
  // Not `for await`: an early exit would close the body, whose rest still has to be hashed.
  for (;;) {
    const { done, value } = await body.next()
    if (done) return
    hash.update(value)
    yield value
  }
}

/**
 * A running digest over entries. Each contributes name, size and content, so that none can be left out or exchanged.
 */
function createDigest() {
  const all = createHash('sha256')
  let entries = 0
  return {
    startEntry(name: string, size: number) {
      const content: Hash = createHash('sha256')
      return {
        update: (piece: Buffer) => void content.update(piece),
        end() {
          entries += 1
          all.update(`${JSON.stringify(name)} ${size} ${content.digest('hex')}\n`)
        },
      }
    },
    result: () => ({ entries, digest: all.copy().digest('hex') }),
  }
}

/** Replaces errors of the decompressor, which mean nothing to an operator. */
function toBackupError(error: unknown): unknown {
  const code = errorCode(error) ?? ''
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'Z_BUF_ERROR')
    return new BackupError('The backup is truncated: it ends before its last entry', { cause: error })
  if (code.startsWith('ZSTD_') || error instanceof SyntaxError)
    return new BackupError('This file is damaged, or not a backup of Vitrine', { cause: error })
  return error
}
