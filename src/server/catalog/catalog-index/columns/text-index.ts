import { type Bits, setBit } from './bits.ts'
import { compareStart, encodeText, isText, type PackedTexts } from './packed-texts.ts'

/** An inverted index from words to products. Products are rows of their segment. */
export type TextIndex = {
  /** All words, sorted. */
  terms: PackedTexts
  /** Where each term's list begins in `postings`; has one more entry than there are terms. */
  starts: Uint32Array
  /**
   * For each product of a term, in seven-bit bytes: the distance from the previous row times two, + 1 when the word
   * occurs outside the product's name.
   */
  postings: Uint8Array
  /** Candidates for a misspelt word: the words, their terms and their `lettersOf`. */
  words: string[]
  termsOfWords: Uint32Array
  letters: Uint32Array
}

/** The terms [from, to) that equal the word, or begin with it. */
export function termRange({ terms }: TextIndex, word: string, { isPrefix }: { isPrefix: boolean }) {
  const wanted = encodeText(word)
  const from = firstTerm(terms, (term) => compareStart(terms, term, wanted) >= 0)
  if (isPrefix) return { from, to: firstTerm(terms, (term) => compareStart(terms, term, wanted) > 0) }
  const isThere = from < terms.starts.length - 1 && isText(terms, from, wanted)
  return { from, to: isThere ? from + 1 : from }
}

/** The first term for which `holds` is true; it must be true for all later terms. */
function firstTerm(terms: PackedTexts, holds: (term: number) => boolean): number {
  let low = 0
  let high = terms.starts.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Adds the products that have one of the terms to `anywhere`, and those that have it in their name to `named`. */
export function addProducts(
  { starts, postings }: TextIndex,
  { from, to }: { from: number; to: number },
  { anywhere, named }: { anywhere: Bits; named: Bits },
) {
  for (let term = from; term < to; term++) {
    let product = -1
    for (let at = starts[term]!, end = starts[term + 1]!; at < end; ) {
      let byte = postings[at++]!
      let entry = byte & 0x7f
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = postings[at++]!
        entry |= (byte & 0x7f) << shift
      }
      product += entry >>> 1
      setBit(anywhere, product)
      if ((entry & 1) === 0) setBit(named, product)
    }
  }
}

/** The length of the postings in bytes, which grows with the number of products. */
export const frequencyOf = ({ starts }: TextIndex, term: number) => starts[term + 1]! - starts[term]!
