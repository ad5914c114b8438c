import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { CORE_RANGES, CORE_WEIGHTS, type CorePart } from '#contract/rules/core-fonts.ts'
import { testDatabase } from '#harness/database.ts'
import { bundledFontFiles, bundledFonts } from './bundled-fonts.ts'
import { fallbackOf, metricsOf, SYSTEM_WIDTHS } from './font-metrics.ts'
import { findGlyph, readWeightAxis } from './glyph-widths.ts'
import { withFallbacks } from './read-fallbacks.ts'
import { readFontFile, SAMPLE_LETTERS } from './read-font-file.ts'
import { readTables, table } from './woff2-tables.ts'

const require = createRequire(import.meta.url)
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`))
const readBundled = (slug: string) =>
  readFile(join(folderOf(`@fontsource-variable/${slug}`), `files/${slug}-latin-wght-normal.woff2`))

test.for(bundledFonts.map((font) => [font.family, font] as const))(
  'the metrics of %s are those of its file',
  async ([, { family: _family, slug, is_serif: _serif, ...metrics }]) => {
    const { is_serif: _stated, ...read } = metricsOf(readFontFile(await readBundled(slug)))

    expect(read).toEqual(metrics)
  },
)

test.for(
  bundledFonts.flatMap(({ slug }) =>
    (Object.keys(CORE_RANGES) as CorePart[]).map((part) => [slug, part] as const),
  ),
)(
  'the core file of %s %s has the characters and weights that its style rule states',
  async ([slug, part]) => {
    const tables = readTables(
      await readFile(join(import.meta.dirname, `files/${slug}-${part}-wght-normal.woff2`)),
    )
    const cmap = table(tables, 'cmap')
    const glyphs = (text: string) => [...text].map((letter) => findGlyph(cmap, letter.codePointAt(0) ?? 0))

    // Hanken Grotesk has no rupee sign.
    if (part === 'currency') expect(Math.max(...glyphs('₠₡₢₣₤₦₧₨₩₪₫₭₱₲₴₵₸₹₺₼₽₿'))).toBeGreaterThan(0)
    else expect(glyphs('AZaz09 &’“–…é')).not.toContain(0)
    const { min, max } = readWeightAxis(tables) ?? {}
    expect([min, max]).toEqual(CORE_WEIGHTS[part])
  },
)

test('the widths of the system fonts are those of Helvetica and Times, which Arial and Times New Roman share', async () => {
  const averageOf = async (name: string) => {
    const metrics = await readFile(join(dirname(require.resolve('pdfkit')), `data/${name}.afm`), 'latin1')
    const widths = new Map(
      [...metrics.matchAll(/^C (\d+) ; WX (\d+)/gm)].map(([, code, width]) => [Number(code), Number(width)]),
    )
    return (
      SAMPLE_LETTERS.reduce((sum, letter) => sum + (widths.get(letter.charCodeAt(0)) ?? Number.NaN), 0) /
      SAMPLE_LETTERS.length /
      1_000
    )
  }

  expect(await averageOf('Helvetica')).toBeCloseTo(SYSTEM_WIDTHS.sans, 4)
  expect(await averageOf('Times-Roman')).toBeCloseTo(SYSTEM_WIDTHS.serif, 4)
})

test('a bolder text has a wider fallback of the same height', () => {
  const font = bundledFonts.find(({ slug }) => slug === 'figtree')
  if (!font) throw new Error('Figtree is not bundled')

  expect(fallbackOf(font, 400)).toEqual({
    kind: 'sans',
    size_adjust: 101.45,
    ascent_override: 93.64,
    descent_override: 24.64,
    line_gap_override: 0,
  })
  const bold = fallbackOf(font, 650)
  expect(bold.size_adjust).toBeCloseTo(103.92, 1)
  expect((bold.ascent_override * bold.size_adjust) / 100).toBeCloseTo(95, 1)
})

test('only the first file of a family in use has a fallback, at the weight of its text', async () => {
  const { db } = await testDatabase()
  const [figtree, fraunces, sans] = ['figtree', 'fraunces', 'dm-sans'].map((name) => {
    const font = bundledFonts.find(({ slug }) => slug === name)
    if (!font) throw new Error(`${name} is not bundled`)
    return font
  }) as [(typeof bundledFonts)[number], (typeof bundledFonts)[number], (typeof bundledFonts)[number]]
  const text = (font_family: string, font_weight: number) => ({ font_family, font_size: '1rem', font_weight })

  const fonts = await withFallbacks(db, {
    fonts: [figtree, fraunces, sans].flatMap(bundledFontFiles),
    typography: { body: text('Figtree Variable', 400), heading: text(`'Fraunces Variable', serif`, 560) },
  })

  expect(fonts.map(({ fallback }) => fallback)).toEqual([
    fallbackOf(figtree, 400),
    undefined,
    fallbackOf(fraunces, 560),
    undefined,
    undefined,
    undefined,
  ])
})

test.for([
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /not a WOFF2 font/],
  ['an empty file', Buffer.alloc(0), /not a WOFF2 font/],
  ['only the signature', Buffer.from('wOF2'), /damaged/],
] as const)('%s is refused as a font', ([, bytes, message]) => {
  expect(() => readFontFile(bytes)).toThrow(message)
})

test('a font that is cut off or changed anywhere is refused or read, never a crash', async () => {
  const whole = await readBundled('figtree')
  for (const length of [20, 60, 200, 5_000, whole.length - 1])
    expect(() => readFontFile(whole.subarray(0, length))).toThrow(/damaged|incomplete|large/)
  for (let at = 4; at < 240; at += 1) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 0xff
    try {
      expect(readFontFile(changed).family).toEqual(expect.any(String))
    } catch (error) {
      expect(String(error)).toMatch(/UnusableFontError|Error: (?:The font|It is not|A font)/)
    }
  }
})
