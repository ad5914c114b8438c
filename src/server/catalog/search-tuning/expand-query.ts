import { wordsOf } from '../catalog-index/text/tokenize.ts'

/** By words of a query, the words that may replace them. */
export type Replacements = ReadonlyMap<string, ReadonlySet<string>>

type Synonyms = { term: string; synonyms: readonly string[]; is_two_way: boolean }

/** Longer queries are not searches for a product name, and every replacement is another search. */
const MAX_WORDS = 8
const MAX_ALTERNATIVES = 12

const plain = (text: string) => wordsOf(text).join(' ')

/** Synonyms are not applied to synonyms: a chain would find products that no merchant requested. */
export function replacementsOf(all: readonly Synonyms[]): Replacements {
  const replacements = new Map<string, Set<string>>()
  for (const { term, synonyms, is_two_way } of all) {
    const phrases = [term, ...synonyms].map(plain).filter((phrase) => phrase !== '')
    for (const from of is_two_way ? phrases : phrases.slice(0, 1))
      for (const to of phrases)
        if (to !== from) replacements.set(from, (replacements.get(from) ?? new Set()).add(to))
  }
  return replacements
}

/**
 * The query with synonyms in the place of its words, those with the fewest replacements first. A synonym of several
 * words replaces several words. ADR 0031.
 */
export function expandQuery(query: string, replacements: Replacements): string[] {
  const words = wordsOf(query)
  if (replacements.size === 0 || words.length > MAX_WORDS) return []
  const typed = words.join(' ')
  const found = new Set<string>()
  // Replaced words are on the left of `from`, so that none is replaced twice.
  let level: { words: string[]; from: number }[] = [{ words, from: 0 }]
  while (level.length > 0 && found.size < MAX_ALTERNATIVES) {
    const next: typeof level = []
    for (const one of level)
      for (let from = one.from; from < one.words.length; from++)
        for (let to = from + 1; to <= one.words.length; to++)
          for (const phrase of replacements.get(one.words.slice(from, to).join(' ')) ?? []) {
            const inserted = phrase.split(' ')
            const replaced = [...one.words.slice(0, from), ...inserted, ...one.words.slice(to)]
            const text = replaced.join(' ')
            if (text === typed || found.has(text) || found.size === MAX_ALTERNATIVES) continue
            found.add(text)
            next.push({ words: replaced, from: from + inserted.length })
          }
    level = next
  }
  return [...found]
}
