import { brotliDecompressSync } from 'node:zlib'

/** A permanent failure, with a message for the merchant. */
export class UnusableFontError extends Error {}

const MAX_UNPACKED_BYTES = 20 * 1024 * 1024

export type Tables = Map<string, Buffer>

/** @throws UnusableFontError for a font without the table. */
export const table = (tables: Tables, tag: string): Buffer => {
  const found = tables.get(tag)
  if (!found) throw new UnusableFontError(`The font is incomplete: it has no table ${tag}`)
  return found
}

const KNOWN_TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'.match(
    /.{4} ?/g,
  ) ?? []

/** The tables that are stored as they are; outlines are transformed in WOFF2 and not needed. */
export function readTables(bytes: Buffer): Tables {
  if (bytes.readUInt32BE(8) !== bytes.length) throw new UnusableFontError('The font is damaged')
  const count = bytes.readUInt16BE(12)
  const isCollection = bytes.toString('latin1', 4, 8) === 'ttcf'
  if (isCollection) throw new UnusableFontError('A font collection cannot be used')
  let at = 48
  const readBase128 = () => {
    let value = 0
    for (let index = 0; index < 5; index += 1) {
      const byte = bytes.readUInt8(at++)
      value = value * 128 + (byte & 0x7f)
      if ((byte & 0x80) === 0) return value
    }
    throw new UnusableFontError('The font is damaged')
  }
  const entries = Array.from({ length: count }, () => {
    const flags = bytes.readUInt8(at++)
    const known = flags & 0x3f
    const isNamed = known === 0x3f
    const tag = isNamed ? bytes.toString('latin1', at, at + 4) : (KNOWN_TAGS[known]?.slice(0, 4) ?? '')
    if (isNamed) at += 4
    const version = flags >> 6
    const original = readBase128()
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0
    return { tag, isTransformed, length: isTransformed ? readBase128() : original }
  })
  const unpacked = entries.reduce((total, { length }) => total + length, 0)
  if (unpacked > MAX_UNPACKED_BYTES) throw new UnusableFontError('The font is too large')
  const data = brotliDecompressSync(bytes.subarray(at, at + bytes.readUInt32BE(20)), {
    maxOutputLength: Math.max(unpacked, 1),
  })
  const tables: Tables = new Map()
  let offset = 0
  for (const { tag, isTransformed, length } of entries) {
    if (!isTransformed) tables.set(tag, data.subarray(offset, offset + length))
    else if (tag === 'hmtx') tables.set(tag, untransformed(data.subarray(offset, offset + length), tables))
    offset += length
  }
  return tables
}

/** The advance widths of a transformed hmtx table; side bearings, which it leaves out, are not needed. */
function untransformed(data: Buffer, tables: Tables): Buffer {
  const count = table(tables, 'hhea').readUInt16BE(34)
  const plain = Buffer.alloc(count * 4)
  for (let index = 0; index < count; index += 1) data.copy(plain, index * 4, 1 + index * 2, 3 + index * 2)
  return plain
}
