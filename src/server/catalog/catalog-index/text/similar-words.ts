import type { Segment } from '../columns/segment.ts'
import { frequencyOf, termRange } from '../columns/text-index.ts'
import { editDistance } from './edit-distance.ts'
import { canBeSpellings, lettersOf } from './letters.ts'

/** A candidate word, with its number of typos. */
export type NearWord = { word: string; typos: number }

const mostNearWords = 10

/** One typo in a short word, two in a long one; none in words of one or two letters. */
const allowedTypos = (word: string) => (word.length < 3 ? 0 : word.length < 8 ? 1 : 2)

/** Whether the shop has the word, or one with that prefix. */
export const isKnown = (segments: readonly Segment[], typed: string, how: { isPrefix: boolean }) =>
  segments.some(({ text }) => {
    const { from, to } = termRange(text, typed, how)
    return from < to
  })

/**
 * The shop's words nearest to the typed one, nearest and most frequent first. Numbers and SKUs are not corrected,
 * since each is near to some other.
 * @param isPrefix the word may be incomplete: missing letters at its end are not typos
 */
export function nearWords(
  segments: readonly Segment[],
  typed: string,
  { isPrefix }: { isPrefix: boolean },
): NearWord[] {
  const most = allowedTypos(typed)
  const letters = lettersOf(typed)
  if (most === 0 || letters === undefined) return []

  const near = new Map<string, { word: string; typos: number; isWhole: boolean; frequency: number }>()
  for (const { text } of segments)
    for (let at = 0; at < text.words.length; at++) {
      if (!isNearIn(letters, text.letters[at]!, most, isPrefix)) continue
      const word = text.words[at]!
      const distance = editDistance(typed, word, { most, isPrefix })
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

/** For a prefix, the other word may have any number of additional letters. */
const isNearIn = (typed: number, other: number, most: number, isPrefix: boolean) =>
  isPrefix ? canBeSpellings(typed, typed & other, most) : canBeSpellings(typed, other, most)
