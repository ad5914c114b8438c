import {
  type Bits,
  common,
  countBits,
  forEachBit,
  hasBit,
  keepOnly,
  noBits,
  remove,
  setBit,
} from '../columns/bits.ts'
import { encodeText, isText } from '../columns/packed-texts.ts'
import type { Segment } from '../columns/segment.ts'
import { skuHash, spellSku } from './sku-hash.ts'
import { addProducts, termRange } from './text-index.ts'
import { wordsOf } from './words-of.ts'

/** Rows of a segment that match a query. */
export type Found = {
  all: Bits
  /** Those with all words in the name. */
  named: Bits
  /** Parts of `all`: it is their sku; their name is the query; their name has its words; something else has. */
  ranks: [sku: Bits, name: Bits, named: Bits, rest: Bits]
}

/** The products that have every word of a query, the last of which may be begun. `sql-search.ts` says the same in SQL. */
export function findProducts(segment: Segment, query: string): Found {
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

/** Rows that have all words anywhere, and those that have them all in the name. No words find nothing. */
function withWords(segment: Segment, words: readonly string[]): { all: Bits; named: Bits } {
  if (words.length === 0) return { all: noBits(segment.size), named: noBits(segment.size) }
  const all = segment.alive.slice()
  const named = segment.alive.slice()
  const last = words.length - 1
  for (const [at, word] of words.entries()) {
    if (at < last && words.indexOf(word) < at) continue
    const having = withWord(segment, word, { isBegun: at === last })
    keepOnly(all, having.anywhere)
    keepOnly(named, having.named)
  }
  return { all, named }
}

/** Rows that have the word, or one that begins so; replaced products are among them. */
export function withWord(segment: Segment, word: string, how: { isBegun: boolean }) {
  const having = { anywhere: noBits(segment.size), named: noBits(segment.size) }
  addProducts(segment.text, termRange(segment.text, word, how), having)
  return having
}

/** @param among a product with the sku has its words too; undefined when the query has no words, only signs */
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

export const countFound = (found: readonly Bits[]) => found.reduce((sum, bits) => sum + countBits(bits), 0)

export const commonToEach = (a: readonly Bits[], b: readonly Bits[]) =>
  a.map((bits, at) => common(bits, b[at]!))
