import { BackupError } from './manifest.ts'

/**
 * The subset of the tar format that a backup needs: plain files, with pax records for long names. POSIX.1-2001,
 * "pax".
 */

const BLOCK = 512
const MAX_SIZE = 8 ** 11 - 1

export type TarEntry = { name: string; size: number; body: AsyncGenerator<Buffer> }

/** The header of a file; its content follows, padded by `tarPadding`. */
export function tarHeader(name: string, size: number): Buffer {
  if (size > MAX_SIZE) throw new BackupError(`${name} is larger than 8 GB, which a backup cannot contain`)
  if (Buffer.byteLength(name) <= 100 && /^[\x20-\x7e]+$/.test(name)) return header(name, size, '0')
  const record = paxRecord('path', name)
  return Buffer.concat([
    header('PaxHeader', record.length, 'x'),
    record,
    tarPadding(record.length),
    header(`${Buffer.from(name).toString('hex').slice(0, 99)}`, size, '0'),
  ])
}

/** Padding after content of this size, up to the block size. */
export const tarPadding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/** Two empty blocks: the end of an archive. */
export const tarEnd = Buffer.alloc(2 * BLOCK)

function header(name: string, size: number, type: '0' | 'x'): Buffer {
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0, 100)
  block.write('0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write('00000000000\0', 136)
  block.write(type, 156)
  block.write('ustar\x0000', 257)
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/** The sum of all header bytes, with the checksum field counted as spaces. */
const checksumOf = (block: Buffer) =>
  block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)

/**
 * `27 path=files/….webp
 * `: the number is the length of the whole record, including its own digits.
 */
function paxRecord(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`
  const length = Buffer.byteLength(rest)
  let total = length + String(length).length
  total = length + String(total).length
  return Buffer.from(`${total}${rest}`)
}

/**
 * The files of a tar stream, in order. Read the body of one before requesting the next; unread content is skipped.
 *
 * @throws BackupError when the stream ends early, continues after its end or is not a tar.
 */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = createByteReader(stream)
  let name: string | undefined
  for (;;) {
    const block = await bytes.read(BLOCK)
    if (block.every((byte) => byte === 0)) break
    const size = Number.parseInt(block.toString('latin1', 124, 135), 8)
    const checksum = Number.parseInt(block.toString('latin1', 148, 154), 8)
    if (checksum !== checksumOf(block) || !Number.isSafeInteger(size)) throw damaged()
    const type = block.toString('latin1', 156, 157)
    if (type === 'x') {
      if (size > 64 * 1024) throw damaged()
      const record = await bytes.read(size)
      await bytes.read(tarPadding(size).length)
      name = /^\d+ path=(.*)\n$/s.exec(record.toString())?.[1]
      continue
    }
    if (type !== '0') throw damaged()
    name ??= block.toString('latin1', 0, 100).replace(/\0.*$/s, '')
    const body = readBody(bytes, size)
    yield { name, size, body }
    for await (const _ of body);
    await bytes.read(tarPadding(size).length)
    name = undefined
  }
  const last = await bytes.read(BLOCK)
  if (!last.every((byte) => byte === 0) || !(await bytes.isAtEnd())) throw damaged()
}

async function* readBody(bytes: ByteReader, size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; ) {
    const piece = await bytes.readUpTo(left)
    left -= piece.length
    yield piece
  }
}

type ByteReader = ReturnType<typeof createByteReader>

function createByteReader(stream: AsyncIterable<Buffer>) {
  const iterator = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function fill(): Promise<boolean> {
    while (rest.length === 0) {
      const { done, value } = await iterator.next()
      if (done) return false
      rest = value
    }
    return true
  }

  async function readUpTo(size: number): Promise<Buffer> {
    if (!(await fill())) throw new BackupError('The backup is truncated: it ends before its last entry')
    const piece = rest.subarray(0, size)
    rest = rest.subarray(piece.length)
    return piece
  }

  async function read(size: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (let left = size; left > 0; ) {
      const piece = await readUpTo(left)
      left -= piece.length
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }

  return { read, readUpTo, isAtEnd: async () => !(await fill()) }
}

const damaged = () => new BackupError('The backup is damaged: it is not the archive that was written')
