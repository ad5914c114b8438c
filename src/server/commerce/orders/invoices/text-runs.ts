import bidiFactory from 'bidi-js'

const bidi = bidiFactory()

/** Characters that Figtree draws. */
const inFigtree =
  /[\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u0113\u0141-\u0148\u0150-\u0161\u016a-\u017e\u2010-\u203a\u20ac\u20b9\u2122\u2212]/u
/** Texts that need neither another font nor another direction. */
export const onlyFigtree = new RegExp(`^${inFigtree.source}*$`, 'u')

/** Fonts of the other scripts, in the order in which they are tried. */
export const scriptFonts = [
  {
    name: 'devanagari',
    script: /\p{Script_Extensions=Devanagari}/u,
    file: 'noto-sans/files/noto-sans-devanagari',
  },
  { name: 'tamil', script: /\p{Script=Tamil}/u, file: 'noto-sans-tamil/files/noto-sans-tamil-tamil' },
  { name: 'hebrew', script: /\p{Script=Hebrew}/u, file: 'noto-sans-hebrew/files/noto-sans-hebrew-hebrew' },
  {
    name: 'arabic',
    script: /\p{Script_Extensions=Arabic}/u,
    file: 'noto-sans-arabic/files/noto-sans-arabic-arabic',
  },
  { name: 'greek', script: /\p{Script=Greek}/u, file: 'noto-sans/files/noto-sans-greek' },
  { name: 'cyrillic', script: /\p{Script=Cyrillic}/u, file: 'noto-sans/files/noto-sans-cyrillic' },
  {
    name: 'vietnamese',
    script: /[\u0102\u0103\u1ea0-\u1ef9]/u,
    file: 'noto-sans/files/noto-sans-vietnamese',
  },
  { name: 'latin', script: /\p{Script=Latin}/u, file: 'noto-sans/files/noto-sans-latin-ext' },
] as const

type FontName = 'figtree' | (typeof scriptFonts)[number]['name']

/** Characters of one line in one font and one direction. */
export type Run = { text: string; font: FontName }

/** Runs in their logical order. Spaces are runs of their own, because pdfkit measures and places word by word. */
export function runsOf(line: string, levels?: Uint8Array): (Run & { start: number })[] {
  const runs: (Run & { start: number })[] = []
  let at = 0
  for (const character of line) {
    const last = runs.at(-1)
    const font = fontOf(character, last?.font)
    const joins =
      last?.font === font &&
      /\s/u.test(last.text) === /\s/u.test(character) &&
      levels?.[at] === levels?.[last.start]
    if (joins) last.text += character
    else runs.push({ text: character, font, start: at })
    at += character.length
  }
  return runs
}

function fontOf(character: string, previous: FontName | undefined): FontName {
  // Marks and joiners belong to the character before them.
  if (previous && /[\p{M}\u200c\u200d]/u.test(character)) return previous
  if (inFigtree.test(character)) return 'figtree'
  return scriptFonts.find(({ script }) => script.test(character))?.name ?? 'figtree'
}

/** The runs of a line from left to right. Letters stay in logical order, which the font's shaping expects. */
export function inVisualOrder(line: string): Run[] {
  const embedding = bidi.getEmbeddingLevels(line)
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels)
  const runs = runsOf(line, embedding.levels)
  const place = new Map(bidi.getReorderedIndices(line, embedding).map((index, position) => [index, position]))
  const positionOf = ({ start, text }: { start: number; text: string }) =>
    Math.min(...Array.from(text, (_, offset) => place.get(start + offset) ?? start))
  return runs
    .map((run) => ({ ...run, position: positionOf(run) }))
    .sort((a, b) => a.position - b.position)
    .map(({ text, font, start }) => {
      if (font !== 'figtree' || (embedding.levels[start] ?? 0) % 2 === 0) return { text, font }
      // Punctuation has no direction of its own in the font.
      const characters = Array.from(text, (character, offset) => mirrored.get(start + offset) ?? character)
      return { text: characters.reverse().join(''), font }
    })
}
