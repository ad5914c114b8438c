import type { FontMetrics } from './font-metrics.ts'

export type BundledFont = FontMetrics & {
  family: string
  /** Of the package `@fontsource-variable/{slug}`, whose files `/fonts/*` serves. */
  slug: string
}

/**
 * The fonts that come with the shop. Their metrics are written down because reading a font file takes longer than rendering a
 * page; the test reads the files and compares.
 */
export const bundledFonts: readonly BundledFont[] = [
  {
    family: 'Bricolage Grotesque Variable',
    slug: 'bricolage-grotesque',
    is_serif: false,
    ascent: 0.93,
    descent: 0.27,
    line_gap: 0,
    widths: [0.4805, 0.4869, 0.4932, 0.4996, 0.5059, 0.5059],
  },
  {
    family: 'DM Sans Variable',
    slug: 'dm-sans',
    is_serif: false,
    ascent: 0.992,
    descent: 0.31,
    line_gap: 0,
    widths: [0.4751, 0.4835, 0.4941, 0.502, 0.5046, 0.5099],
  },
  {
    family: 'Figtree Variable',
    slug: 'figtree',
    is_serif: false,
    ascent: 0.95,
    descent: 0.25,
    line_gap: 0,
    widths: [0.4554, 0.4592, 0.4638, 0.4692, 0.4761, 0.4831],
  },
  {
    family: 'Fraunces Variable',
    slug: 'fraunces',
    is_serif: true,
    ascent: 0.978,
    descent: 0.255,
    line_gap: 0,
    widths: [0.4746, 0.4823, 0.4899, 0.5053, 0.513, 0.5207],
  },
  {
    family: 'Hanken Grotesk Variable',
    slug: 'hanken-grotesk',
    is_serif: false,
    ascent: 1,
    descent: 0.303,
    line_gap: 0,
    widths: [0.4564, 0.4589, 0.4614, 0.4639, 0.4664, 0.4689],
  },
  {
    family: 'Newsreader Variable',
    slug: 'newsreader',
    is_serif: true,
    ascent: 0.735,
    descent: 0.265,
    line_gap: 0,
    widths: [0.4303, 0.4405, 0.4519, 0.4633, 0.4813, 0.4813],
  },
]

const SUBSETS = ['latin', 'latin-ext'] as const

export const bundledFontPath = (slug: string, subset: (typeof SUBSETS)[number]) =>
  `/fonts/${slug}-${subset}-wght-normal.woff2`

/** The files of a bundled family for the `fonts` setting: Latin first, then extended Latin, which has the rupee sign. */
export const bundledFontFiles = ({ family, slug }: Pick<BundledFont, 'family' | 'slug'>) =>
  SUBSETS.map((subset) => ({
    family,
    path: bundledFontPath(slug, subset),
    // Weights as in spec §9.
    weight_range: '400 900',
    is_variable: true,
  }))

/** The bundled font that a path of the `fonts` setting names. */
export const bundledFontAt = (path: string): BundledFont | undefined =>
  bundledFonts.find(({ slug }) => SUBSETS.some((subset) => path === bundledFontPath(slug, subset)))
