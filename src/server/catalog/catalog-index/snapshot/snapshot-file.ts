import { hash } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { errorCode } from '#server/platform/kernel/errors.ts'
import { bytesOfArray, decode, encode, newArray, typeOf } from './encode.ts'

/** First bytes of the file; the number changes with the layout. */
const magic = Buffer.from('VITRIDX2')
/** Where the prefix has what follows the magic: hash of the key, mark, length of the header, checksum of the header. */
const offsets = { key: 8, mark: 40, length: 48, checksum: 52 }
const prefixBytes = 56
const chunkBytes = 4 * 1_024 * 1_024
const maxHeaderBytes = 512 * 1_024 * 1_024

const Header = z.object({
  json: z.string(),
  arrays: z.array(z.object({ type: z.string(), length: z.number(), checksum: z.number() })),
})
type Header = z.output<typeof Header>

/**
 * Writes a value atomically: readers see the old file or the complete new one, also after a crash.
 *
 * @param key a reader must pass the same key
 * @param mark of several snapshots with one key, the newest has the highest
 * @param rest called between chunks, so that requests are answered while a large file is written
 */
export async function writeSnapshot(
  file: string,
  { key, mark, value }: { key: string; mark: number; value: unknown },
  rest: () => Promise<void>,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}.tmp`
  const { json, arrays } = encode(value)
  const described: Header['arrays'] = []
  for (const array of arrays) {
    const bytes = bytesOfArray(array)
    let checksum = 0
    for (const chunk of chunksOf(bytes)) {
      checksum = crc32(chunk, checksum)
      await rest()
    }
    described.push({ type: typeOf(array), length: array.length, checksum })
  }
  const header = Buffer.from(JSON.stringify({ json, arrays: described } satisfies Header))
  const prefix = Buffer.alloc(prefixBytes)
  magic.copy(prefix)
  hashOf(key).copy(prefix, offsets.key)
  prefix.writeDoubleLE(mark, offsets.mark)
  prefix.writeUInt32LE(header.length, offsets.length)
  prefix.writeUInt32LE(crc32(header), offsets.checksum)
  try {
    const handle = await open(temporary, 'w', 0o600)
    try {
      await handle.writeFile(prefix)
      await handle.writeFile(header)
      for (const array of arrays)
        for (const chunk of chunksOf(bytesOfArray(array))) {
          await handle.writeFile(chunk)
          await rest()
        }
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * Reads the value written under this key; undefined without a file, or with another key.
 *
 * @throws when the file is damaged or truncated.
 */
export async function readSnapshot(file: string, key: string): Promise<unknown> {
  const handle = await openIfThere(file)
  if (!handle) return undefined
  try {
    const prefix = await readPrefix(handle, key)
    if (!prefix) return undefined
    const headerLength = prefix.getUint32(offsets.length, true)
    if (headerLength > maxHeaderBytes) throw new Error('The header of the snapshot is damaged')
    const headerBytes = await readBytes(handle, new Uint8Array(headerLength))
    requireChecksum(crc32(headerBytes), prefix.getUint32(offsets.checksum, true))
    const header = Header.parse(JSON.parse(Buffer.from(headerBytes.buffer).toString()))
    const arrays = []
    for (const { type, length, checksum } of header.arrays) {
      const array = newArray(type, length)
      let found = 0
      for (const chunk of chunksOf(bytesOfArray(array))) found = crc32(await readBytes(handle, chunk), found)
      requireChecksum(found, checksum)
      arrays.push(array)
    }
    return decode(header.json, arrays)
  } finally {
    await handle.close()
  }
}

/** The mark of the snapshot in an open file; undefined for one with another key, or none. */
export const readMark = async (handle: FileHandle, key: string) =>
  (await readPrefix(handle, key))?.getFloat64(offsets.mark, true)

/** @throws when the file is shorter. */
async function readPrefix(handle: FileHandle, key: string) {
  const prefix = await readBytes(handle, new Uint8Array(prefixBytes))
  const isOurs =
    magic.equals(prefix.subarray(0, offsets.key)) &&
    hashOf(key).equals(prefix.subarray(offsets.key, offsets.mark))
  return isOurs ? new DataView(prefix.buffer) : undefined
}

const hashOf = (key: string) => hash('sha256', key, 'buffer')

export async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Fills `into` from the current read position. */
async function readBytes<Bytes extends Uint8Array<ArrayBuffer>>(
  handle: FileHandle,
  into: Bytes,
): Promise<Bytes> {
  let done = 0
  while (done < into.length) {
    const { bytesRead } = await handle.read(into, done, into.length - done, null)
    if (bytesRead === 0) throw new Error('The snapshot is truncated')
    done += bytesRead
  }
  return into
}

function requireChecksum(found: number, expected: number) {
  if (found !== expected) throw new Error('The snapshot is damaged: its checksum does not match')
}

function* chunksOf(bytes: Uint8Array<ArrayBuffer>) {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}
