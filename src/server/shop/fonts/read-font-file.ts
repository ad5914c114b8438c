import { advanceOf, findGlyph, readWeightAxis, readWidthDeltas } from './glyph-widths.ts'
import { readTables, type Tables, table, UnusableFontError } from './woff2-tables.ts'

/** What a page needs to know of a font file. Lengths are shares of the font size (1 = 1em). */
export type FontFile = {
  family: string
  /** The weights that the file can show: the same twice for a font that is not variable. */
  weights: readonly [number, number]
  isVariable: boolean
  isSerif: boolean
  ascent: number
  descent: number
  lineGap: number
  /** Average width of a letter in English text at this weight. */
  averageWidth: (weight: number) => number
}

/**
 * Reads names and metrics of a WOFF2 file, recognised by its content. Glyphs are not decoded. W3C "WOFF File Format 2.0";
 * OpenType 1.9, tables cmap, fvar, avar, hmtx, HVAR, name, OS/2.
 *
 * @throws UnusableFontError when it is not a complete WOFF2 font with letters.
 */
export function readFontFile(bytes: Buffer): FontFile {
  if (bytes.toString('latin1', 0, 4) !== 'wOF2')
    throw new UnusableFontError('It is not a WOFF2 font. Convert it to WOFF2 first')
  try {
    return describe(readTables(bytes))
  } catch (error) {
    if (error instanceof UnusableFontError) throw error
    throw new UnusableFontError('The font is damaged')
  }
}

function describe(tables: Tables): FontFile {
  const unitsPerEm = table(tables, 'head').readUInt16BE(18)
  const hhea = table(tables, 'hhea')
  const os2 = table(tables, 'OS/2')
  const usesTypoMetrics = (os2.readUInt16BE(62) & 0x80) !== 0
  const [ascent, descent, lineGap] = usesTypoMetrics
    ? [os2.readInt16BE(68), os2.readInt16BE(70), os2.readInt16BE(72)]
    : [hhea.readInt16BE(4), hhea.readInt16BE(6), hhea.readInt16BE(8)]
  const glyphs = SAMPLE_LETTERS.map((letter) => findGlyph(table(tables, 'cmap'), letter.codePointAt(0) ?? 0))
  if (glyphs.includes(0)) throw new UnusableFontError('The font has no Latin letters')
  const axis = readWeightAxis(tables)
  const family = readFamily(table(tables, 'name'))
  const plainWeight = os2.readUInt16BE(4)
  const widths = glyphs.map((glyph) => advanceOf(tables, glyph))

  function averageWidth(weight: number) {
    const deltas = axis ? readWidthDeltas(tables, glyphs, axis, weight) : undefined
    const sum = widths.reduce((total, width, at) => total + width + (deltas?.[at] ?? 0), 0)
    return sum / widths.length / unitsPerEm
  }

  return {
    family,
    weights: axis ? [axis.min, axis.max] : [plainWeight, plainWeight],
    isVariable: axis !== undefined,
    isSerif: isSerif(os2, family),
    ascent: ascent / unitsPerEm,
    descent: Math.abs(descent) / unitsPerEm,
    lineGap: lineGap / unitsPerEm,
    averageWidth,
  }
}

/** By IBM's family class or PANOSE; many fonts state neither, then by the name. OpenType OS/2. */
function isSerif(os2: Buffer, family: string): boolean {
  const familyClass = os2.readUInt8(30)
  if (familyClass !== 0) return [1, 2, 3, 4, 5, 7].includes(familyClass)
  const [kind, serifs] = [os2.readUInt8(32), os2.readUInt8(33)]
  if (kind === 2 && serifs > 1) return serifs <= 10
  return /serif|slab|roman|times|georgia|garamond|display/i.test(family) && !/sans/i.test(family)
}

/** Letters as often as in English, so that their average is that of a text. */
export const SAMPLE_LETTERS: readonly string[] = [
  ...'eeeeeeeeeeeeetttttttttaaaaaaaaoooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrrddddllllcccuuummmwwffggyyppbbvk',
  ...'                  ',
]

/** The family's typographic name, otherwise its plain one. OpenType name ids 16 and 1. */
function readFamily(name: Buffer): string {
  const storage = name.readUInt16BE(4)
  const records = Array.from({ length: name.readUInt16BE(2) }, (_, index) => {
    const at = 6 + index * 12
    const [platform, id] = [name.readUInt16BE(at), name.readUInt16BE(at + 6)]
    const start = storage + name.readUInt16BE(at + 10)
    const raw = name.subarray(start, start + name.readUInt16BE(at + 8))
    return {
      id,
      text: platform === 1 ? raw.toString('latin1') : Buffer.from(raw).swap16().toString('utf16le'),
    }
  })
  const found = records.find(({ id }) => id === 16) ?? records.find(({ id }) => id === 1)
  return found?.text.trim() ?? ''
}
