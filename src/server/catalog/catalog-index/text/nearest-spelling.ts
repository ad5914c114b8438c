import type { SearchTerms } from '#server/platform/kernel/catalog-index.ts'
import { type Bits, isEmpty } from '../columns/bits.ts'
import type { Segment } from '../columns/segment.ts'
import {
  commonToEach,
  countMatches,
  findProducts,
  findWithTuning,
  type ProductMatches,
  withWord,
} from './find-products.ts'
import { isKnown, type NearWord, nearWords } from './similar-words.ts'
import { wordsOf } from './tokenize.ts'

/** The results of a query, segment by segment. Without results: those of its nearest spelling, and that spelling. */
type SearchResult = { found: ProductMatches[]; didYouMean: string | null }

export function search(segments: readonly Segment[], terms: SearchTerms): SearchResult {
  const found = segments.map((segment) => findWithTuning(segment, terms))
  if (countMatches(found.map(({ all }) => all)) > 0) return { found, didYouMean: null }
  const didYouMean = nearestSpelling(segments, terms.query)
  if (didYouMean === null) return { found, didYouMean }
  return { found: segments.map((segment) => findProducts(segment, didYouMean)), didYouMean }
}

/** Longer queries are not searches for a product name, and trying all their spellings takes too long. */
const maxWords = 8
const mostCorrected = 2

/**
 * The spelling with the fewest typos that has results, and among those the most results; null when there is only the
 * query itself. Known words are corrected only when correcting the others does not help. Matching is that of
 * `findProducts`: all words, the last as a prefix.
 */
export function nearestSpelling(segments: readonly Segment[], query: string): string | null {
  const words = wordsOf(query)
  if (words.length === 0 || words.length > maxWords) return null
  const typed = words.map((word, at) => {
    const how = { isPrefix: at === words.length - 1 }
    const withRows = (near: NearWord) => ({
      ...near,
      rows: lazily(() => segments.map((segment) => withWord(segment, near.word, how).anywhere)),
    })
    const itself = isKnown(segments, word, how) ? [withRows({ word, typos: 0 })] : []
    return { itself, near: lazily(() => nearWords(segments, word, how).map(withRows)) }
  })
  if (typed.filter(({ itself }) => itself.length === 0).length > mostCorrected) return null
  const isDoubtful = typed.some(({ itself }) => itself.length === 0)
  const corrected =
    isDoubtful &&
    bestSpelling(
      segments,
      typed.map(({ itself, near }) => (itself.length > 0 ? itself : near())),
    )
  return (
    corrected ||
    bestSpelling(
      segments,
      typed.map(({ itself, near }) => [...itself, ...near()]),
    )
  )
}

type Choice = NearWord & { rows: () => Bits[] }
type Tried = { rows: Bits[]; words: string[]; typos: number; corrected: number }

/** @param choices for each word its candidates, the nearest first */
function bestSpelling(segments: readonly Segment[], choices: Choice[][]): string | null {
  let best: { words: string[]; typos: number; found: number } | undefined
  const tryFrom = (at: number, tried: Tried) => {
    if (at === choices.length) {
      const found = countMatches(tried.rows)
      const isBetter = !best || tried.typos < best.typos || (tried.typos === best.typos && found > best.found)
      if (tried.corrected > 0 && isBetter) best = { words: tried.words, typos: tried.typos, found }
      return
    }
    for (const { word, typos, rows } of choices[at]!) {
      const corrected = tried.corrected + (typos > 0 ? 1 : 0)
      if (corrected > mostCorrected || (best && tried.typos + typos > best.typos)) continue
      const left = commonToEach(tried.rows, rows())
      if (left.every(isEmpty)) continue
      tryFrom(at + 1, { rows: left, words: [...tried.words, word], typos: tried.typos + typos, corrected })
    }
  }
  tryFrom(0, { rows: segments.map(({ alive }) => alive), words: [], typos: 0, corrected: 0 })
  return best ? best.words.join(' ') : null
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
