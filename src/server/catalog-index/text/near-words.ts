import type { Segment } from '../columns/segment.ts'
import { editDistance } from './edit-distance.ts'
import { canBeSpellings, lettersOf } from './letters.ts'
import { frequencyOf, termRange } from './text-index.ts'

/** A word that may have been meant, with the number of typos it takes. */
export type NearWord = { word: string; typos: number }

const mostNearWords = 10

/** One typo in a short word, two in a long one; none where hardly a letter would be left. */
const typosAllowed = (word: string) => (word.length < 3 ? 0 : word.length < 8 ? 1 : 2)

/** The shop has the word, or one that begins so. */
export const isKnown = (segments: readonly Segment[], typed: string, how: { isBegun: boolean }) =>
  segments.some(({ text }) => {
    const { from, to } = termRange(text, typed, how)
    return from < to
  })

/**
 * The other words of the shop that are nearest to one that was typed, nearest and most frequent first. Numbers and article codes are
 * not corrected: every one is near to some other.
 * @param isBegun the word is being typed: what goes on after it does not count as a typo
 */
export function nearWords(
  segments: readonly Segment[],
  typed: string,
  { isBegun }: { isBegun: boolean },
): NearWord[] {
  const most = typosAllowed(typed)
  const letters = lettersOf(typed)
  if (most === 0 || letters === undefined) return []

  const near = new Map<string, { word: string; typos: number; isWhole: boolean; frequency: number }>()
  for (const { text } of segments)
    for (let at = 0; at < text.words.length; at++) {
      if (!isNearIn(letters, text.letters[at]!, most, isBegun)) continue
      const word = text.words[at]!
      const distance = editDistance(typed, word, { most, isBegun })
      if (!distance || distance.typos === 0) continue
      const frequency = frequencyOf(text, text.termsOfWords[at]!) + (near.get(word)?.frequency ?? 0)
      near.set(word, { word, ...distance, frequency })
    }
  const found = [...near.values()].sort(
    (a, b) =>
      a.typos - b.typos ||
      Number(b.isWhole) - Number(a.isWhole) ||
      Number(b.word[0] === typed[0]) - Number(a.word[0] === typed[0]) ||
      b.frequency - a.frequency ||
      (a.word < b.word ? -1 : 1),
  )
  return found.slice(0, mostNearWords).map(({ word, typos }) => ({ word, typos }))
}

/** Of a word that is begun, the other may have any letters more. */
const isNearIn = (typed: number, other: number, most: number, isBegun: boolean) =>
  isBegun ? canBeSpellings(typed, typed & other, most) : canBeSpellings(typed, other, most)
