import type { SearchTerms } from '#server/platform/kernel/catalog-index.ts'
import {
  type Bits,
  common,
  countBits,
  either,
  forEachBit,
  hasBit,
  intersect,
  noBits,
  remove,
  setBit,
  without,
} from '../columns/bits.ts'
import { encodeText, isText } from '../columns/packed-texts.ts'
import { rowOf, type Segment } from '../columns/segment.ts'
import { addProducts, termRange } from '../columns/text-index.ts'
import { skuHash, spellSku, wordsOf } from './tokenize.ts'

/** Rows of a segment that match a query. */
export type ProductMatches = {
  all: Bits
  /** Those with all words in the name. */
  named: Bits
  /** Parts of `all`, by match: pinned one by one; SKU; the name equals the query; all words in the name; other fields. */
  ranks: Bits[]
}

/** The products that have every word of a query, the last as a prefix. `sql-search.ts` is the same rule in SQL. */
export function findProducts(segment: Segment, query: string): ProductMatches {
  const words = wordsOf(query)
  const { all, named } = withWords(segment, words)
  const sku = withSku(segment, query, words.length > 0 ? all : undefined)
  const name = noBits(segment.size)
  const wanted = encodeText(words.join(' '))
  forEachBit(named, (row) => {
    if (isText(segment.keys.name, row, wanted)) setBit(name, row)
  })
  for (let word = 0; word < all.length; word++) all[word]! |= sku[word]!
  remove(name, sku)
  const inName = named.slice()
  for (const before of [sku, name]) remove(inName, before)
  const rest = all.slice()
  for (const before of [sku, name, named]) remove(rest, before)
  return { all, named, ranks: [sku, name, inName, rest] }
}

/** The products of a search with its alternatives and pinned products; a product counts where it matches best. */
export function findWithTuning(
  segment: Segment,
  { query, alternatives = [], pinned = [] }: SearchTerms,
): ProductMatches {
  const typed = findProducts(segment, query)
  if (alternatives.length === 0 && pinned.length === 0) return typed
  const each = [typed, ...alternatives.map((one) => findProducts(segment, one))]
  const pins = pinned.map((id) => {
    const rows = noBits(segment.size)
    const row = rowOf(segment, id)
    if (row !== undefined && hasBit(segment.alive, row)) setBit(rows, row)
    return rows
  })
  const byMatch = typed.ranks.map((_, rank) => each.map(({ ranks }) => ranks[rank]!).reduce(either))
  let all = noBits(segment.size)
  const ranks = [...pins, ...byMatch].map((rows) => {
    const rest = without(rows, all)
    all = either(all, rest)
    return rest
  })
  return { all, named: each.map(({ named }) => named).reduce(either), ranks }
}

/** Rows that have all words anywhere, and those that have them all in the name. Without words nothing matches. */
function withWords(segment: Segment, words: readonly string[]): { all: Bits; named: Bits } {
  if (words.length === 0) return { all: noBits(segment.size), named: noBits(segment.size) }
  const all = segment.alive.slice()
  const named = segment.alive.slice()
  const last = words.length - 1
  for (const [at, word] of words.entries()) {
    if (at < last && words.indexOf(word) < at) continue
    const having = withWord(segment, word, { isPrefix: at === last })
    intersect(all, having.anywhere)
    intersect(named, having.named)
  }
  return { all, named }
}

/** Rows that have the word, or one with that prefix; replaced products are included. */
export function withWord(segment: Segment, word: string, how: { isPrefix: boolean }) {
  const having = { anywhere: noBits(segment.size), named: noBits(segment.size) }
  addProducts(segment.text, termRange(segment.text, word, how), having)
  return having
}

/** @param among a product with the SKU has its words too; undefined when the query has no words, only punctuation */
function withSku({ size, alive, skus, variations }: Segment, query: string, among: Bits | undefined): Bits {
  const rows = noBits(size)
  const spelt = spellSku(query.trim())
  if (!among) {
    for (const row of skus.wordless.get(spelt) ?? []) if (hasBit(alive, row)) setBit(rows, row)
    return rows
  }
  const hash = skuHash(spelt)
  forEachBit(among, (row) => {
    for (let at = variations.starts[row]!, end = variations.starts[row + 1]!; at < end; at++)
      if (skus.hashes[at] === hash) setBit(rows, row)
  })
  return rows
}

export const countMatches = (found: readonly Bits[]) => found.reduce((sum, bits) => sum + countBits(bits), 0)

export const commonToEach = (a: readonly Bits[], b: readonly Bits[]) =>
  a.map((bits, at) => common(bits, b[at]!))
