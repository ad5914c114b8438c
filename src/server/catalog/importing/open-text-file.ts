import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { notText } from './check-text.ts'
import { ImportFileError } from './recognise-dialect.ts'

export type TextFile = {
  /** A UTF-8 file with the same text: the original, or a copy until `close`. */
  path: string
  encoding: string
  close(): Promise<void>
}

/**
 * Makes a text file readable as UTF-8. Spreadsheets also write UTF-16 (detected by its byte order mark) and
 * Windows-1252 (anything that is not valid UTF-8).
 * @throws ImportFileError when it is no text; the file system's error when it cannot be read.
 */
export async function openTextFile(path: string): Promise<TextFile> {
  const encoding = await detectEncoding(path)
  if (encoding === 'utf-8') return { path, encoding, close: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-import-'))
  const copy = join(folder, 'utf-8.csv')
  try {
    await pipeline(createReadStream(path), decoding(encoding), createWriteStream(copy))
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return { path: copy, encoding, close: () => rm(folder, { recursive: true, force: true }) }
}

async function detectEncoding(path: string): Promise<'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    if (bytesRead === 2 && buffer[0] === 0xff && buffer[1] === 0xfe) return 'utf-16le'
    if (bytesRead === 2 && buffer[0] === 0xfe && buffer[1] === 0xff) return 'utf-16be'
  } finally {
    await file.close()
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    let isFirst = true
    const chunks: AsyncIterable<Buffer> = createReadStream(path)
    for await (const chunk of chunks) {
      const problem = isFirst || chunk.includes(0) ? notText(chunk) : undefined
      if (problem) throw new ImportFileError(problem)
      isFirst = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

function decoding(encoding: string) {
  const decoder = new TextDecoder(encoding)
  return new Transform({
    // Not a character of any text, and PostgreSQL cannot store it.
    transform: (chunk: Buffer, _, done) =>
      done(null, decoder.decode(chunk, { stream: true }).replaceAll('\u0000', '')),
    flush: (done) => done(null, decoder.decode()),
  })
}

/**
 * Detects the delimiter of the first line: the most frequent of `,` `;` tab and `|` outside quotes, or as
 * declared by `sep=;`.
 */
export async function detectDelimiter(path: string): Promise<{ delimiter: string; isDeclared: boolean }> {
  const line = await readFirstLine(path)
  const declared = /^sep=(.)$/i.exec(line.trim())?.[1]
  if (declared) return { delimiter: declared, isDeclared: true }
  const bare = line.replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({
    delimiter,
    count: bare.split(delimiter).length,
  }))
  return {
    delimiter: counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter,
    isDeclared: false,
  }
}

async function readFirstLine(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0)
    const text = buffer
      .subarray(0, bytesRead)
      .toString('utf8')
      .replace(/^\ufeff/, '')
    return text.split(/\r\n|\n|\r/).find((line) => line.trim() !== '') ?? ''
  } finally {
    await file.close()
  }
}
