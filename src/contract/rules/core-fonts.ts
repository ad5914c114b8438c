import type { Storefront } from '../storefront.ts'

/**
 * The parts of a bundled font that nearly every page shows, each a small file: `text` for the body, `display` for headings, and
 * `currency` for their signs. Browsers fetch the rest by `unicode-range` when a page has such a character.
 * `scripts/make-fonts.ts` makes the files. ADR 0020.
 */
export type CorePart = 'text' | 'display' | 'currency'

export const CORE_RANGES: Record<CorePart, string> = {
  text: 'U+20-7E,U+A0,U+A9,U+B7,U+D7,U+E9,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2212',
  display:
    'U+20-22,U+25-29,U+2B-3B,U+3F,U+41-5A,U+61-7A,U+A0,U+E9,U+2013-2014,U+2018-2019,U+201C-201D,U+2026',
  currency: 'U+20A0-20AB,U+20AD-20C0',
}

/** The weights of the files, lowest and highest. */
export const CORE_WEIGHTS: Record<CorePart, [number, number]> = {
  text: [400, 700],
  display: [400, 600],
  currency: [400, 700],
}

/** The characters of the package's files. */
const LATIN =
  'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const LATIN_EXT = 'U+100-130,U+132-151,U+154-2BA,U+1E00-1EFF,U+2113'

type Font = Pick<Storefront['fonts'][number], 'family' | 'path'>
type Typography = Pick<Storefront, 'typography'>['typography']

/**
 * The files of a font with their characters, the first one for the first text of a page; without characters: all of them. The
 * whole file names the characters of the core file again: its rule precedes, so browsers ask the core file first. ADR 0024.
 */
export function fontFiles({ family, path }: Font, typography: Typography): [path: string, range?: string][] {
  const [, stem, subset] = /^(\/fonts\/.+)-(latin|latin-ext)-wght-normal\.woff2$/.exec(path) ?? []
  if (!stem) return [[path]]
  const core = (part: CorePart): [string, string] => [`${stem}-${part}-wght-normal.woff2`, CORE_RANGES[part]]
  if (subset === 'latin-ext') return [core('currency'), [path, LATIN_EXT]]
  const part = corePart(family, typography)
  return part ? [core(part), [path, LATIN]] : [[path, LATIN]]
}

/** Undefined where the weights of a core file do not suffice. */
function corePart(family: string, { body, heading }: Typography): CorePart | undefined {
  const weights = [body, heading].flatMap((font) =>
    font.font_family.includes(family) ? font.font_weight : [],
  )
  const part = body.font_family.includes(family) ? 'text' : 'display'
  return Math.max(...weights) <= CORE_WEIGHTS[part][1] ? part : undefined
}
