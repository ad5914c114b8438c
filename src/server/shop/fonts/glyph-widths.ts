import { type Tables, table } from './woff2-tables.ts'

/** The glyph of a character, 0 when the font has none. OpenType cmap, formats 4 and 12. */
export function findGlyph(cmap: Buffer, code: number): number {
  const count = cmap.readUInt16BE(2)
  const subtables = Array.from({ length: count }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(8 + index * 8)),
  )
  for (const subtable of subtables) {
    const format = subtable.readUInt16BE(0)
    const glyph = format === 12 ? glyphIn12(subtable, code) : format === 4 ? glyphIn4(subtable, code) : 0
    if (glyph !== 0) return glyph
  }
  return 0
}

function glyphIn12(subtable: Buffer, code: number): number {
  const groups = subtable.readUInt32BE(12)
  for (let index = 0; index < groups; index += 1) {
    const at = 16 + index * 12
    const first = subtable.readUInt32BE(at)
    if (code >= first && code <= subtable.readUInt32BE(at + 4))
      return subtable.readUInt32BE(at + 8) + code - first
  }
  return 0
}

function glyphIn4(subtable: Buffer, code: number): number {
  const twice = subtable.readUInt16BE(6)
  for (let index = 0; index < twice; index += 2) {
    if (code > subtable.readUInt16BE(14 + index)) continue
    const first = subtable.readUInt16BE(16 + twice + index)
    if (code < first) return 0
    const delta = subtable.readUInt16BE(16 + 2 * twice + index)
    const rangeAt = 16 + 3 * twice + index
    const range = subtable.readUInt16BE(rangeAt)
    if (range === 0) return (code + delta) & 0xffff
    const glyph = subtable.readUInt16BE(rangeAt + range + 2 * (code - first))
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
  return 0
}

/** In font units. Glyphs past the last entry have its width. */
export function advanceOf(tables: Tables, glyph: number): number {
  const count = table(tables, 'hhea').readUInt16BE(34)
  return table(tables, 'hmtx').readUInt16BE(Math.min(glyph, count - 1) * 4)
}

export type Axis = { index: number; count: number; min: number; default: number; max: number }

export function readWeightAxis(tables: Tables): Axis | undefined {
  const fvar = tables.get('fvar')
  if (!fvar) return undefined
  const [start, count, size] = [fvar.readUInt16BE(4), fvar.readUInt16BE(8), fvar.readUInt16BE(10)]
  const index = Array.from({ length: count }, (_, at) =>
    fvar.toString('latin1', start + at * size, start + at * size + 4),
  ).indexOf('wght')
  if (index < 0) return undefined
  const fixed = (offset: number) => fvar.readInt32BE(start + index * size + offset) / 65_536
  return { index, count, min: fixed(4), default: fixed(8), max: fixed(12) }
}

const f2dot14 = (buffer: Buffer, at: number) => buffer.readInt16BE(at) / 16_384

/** The weight between -1 and 1, as variation tables count it, with the other axes at their defaults. */
function normalised(tables: Tables, axis: Axis, weight: number): number {
  const clamped = Math.min(Math.max(weight, axis.min), axis.max)
  const span = clamped < axis.default ? axis.default - axis.min : axis.max - axis.default
  const linear = span === 0 ? 0 : (clamped - axis.default) / span
  const avar = tables.get('avar')
  if (!avar) return linear
  let at = 8
  for (let index = 0; index < axis.index; index += 1) at += 2 + avar.readUInt16BE(at) * 4
  const points = Array.from({ length: avar.readUInt16BE(at) }, (_, index) => ({
    from: f2dot14(avar, at + 2 + index * 4),
    to: f2dot14(avar, at + 4 + index * 4),
  }))
  const next = points.findIndex(({ from }) => from >= linear)
  const [before, after] = [points[next - 1], points[next]]
  if (!after) return linear
  if (!before || after.from === before.from) return after.to
  return before.to + ((linear - before.from) / (after.from - before.from)) * (after.to - before.to)
}

/** How much wider each glyph is at a weight, in font units. OpenType HVAR. */
export function readWidthDeltas(tables: Tables, glyphs: readonly number[], axis: Axis, weight: number) {
  const hvar = tables.get('HVAR')
  if (!hvar) return undefined
  const position = normalised(tables, axis, weight)
  const store = hvar.subarray(hvar.readUInt32BE(4))
  const regions = store.subarray(store.readUInt32BE(2))
  const mapAt = hvar.readUInt32BE(8)
  const map = mapAt === 0 ? undefined : hvar.subarray(mapAt)
  return glyphs.map((glyph) => {
    const [outer, inner] = map ? deltaIndexOf(map, glyph) : [0, glyph]
    if (outer === 0xffff && inner === 0xffff) return 0
    const set = store.subarray(store.readUInt32BE(8 + outer * 4))
    return deltasIn(set, inner).reduce(
      (total, { region, delta }) => total + delta * scalarOf(regions, region, axis, position),
      0,
    )
  })
}

function deltaIndexOf(map: Buffer, glyph: number): [outer: number, inner: number] {
  const [format, entryFormat] = [map.readUInt8(0), map.readUInt8(1)]
  const count = format === 0 ? map.readUInt16BE(2) : map.readUInt32BE(2)
  const size = ((entryFormat & 0x30) >> 4) + 1
  const bits = (entryFormat & 0x0f) + 1
  const entry = map.readUIntBE((format === 0 ? 4 : 6) + Math.min(glyph, count - 1) * size, size)
  return [Math.floor(entry / 2 ** bits), entry % 2 ** bits]
}

function deltasIn(set: Buffer, item: number) {
  const [wordCount, regionCount] = [set.readUInt16BE(2), set.readUInt16BE(4)]
  const words = wordCount & 0x7fff
  const [wide, narrow] = (wordCount & 0x8000) === 0 ? [2, 1] : [4, 2]
  const rowAt = 6 + regionCount * 2 + item * (words * wide + (regionCount - words) * narrow)
  return Array.from({ length: regionCount }, (_, index) => ({
    region: set.readUInt16BE(6 + index * 2),
    delta:
      index < words
        ? set.readIntBE(rowAt + index * wide, wide)
        : set.readIntBE(rowAt + words * wide + (index - words) * narrow, narrow),
  }))
}

/** How much a region applies at this weight; 0 for regions that need another axis away from its default. */
function scalarOf(regions: Buffer, region: number, axis: Axis, position: number): number {
  let scalar = 1
  for (let index = 0; index < axis.count; index += 1) {
    const at = 4 + (region * axis.count + index) * 6
    const [start, peak, end] = [f2dot14(regions, at), f2dot14(regions, at + 2), f2dot14(regions, at + 4)]
    if (peak === 0) continue
    const value = index === axis.index ? position : 0
    if (value === peak) continue
    if (value <= start || value >= end) return 0
    scalar *= value < peak ? (value - start) / (peak - start) : (end - value) / (end - peak)
  }
  return scalar
}
