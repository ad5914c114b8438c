import { growingColumn } from '../columns/growing-column.ts'
import type { Pacer } from '../columns/pacer.ts'
import { compareTexts, type PackedTexts, reordered, textAt, textPacker } from '../columns/packed-texts.ts'
import { countingUp, sortInSlices } from '../columns/sort-in-slices.ts'
import type { TextIndex } from '../columns/text-index.ts'
import { lettersOf } from './letters.ts'
import { wordsOf } from './tokenize.ts'

export type TextBuilder = {
  /** Adds the next product. `values` are numbers of values whose texts (`textOf`) also match it. */
  /** The words of `skus` find the product, but correct no misspelt word. */
  add(product: {
    nameWords: string[]
    values: readonly number[]
    texts: readonly string[]
    skus: readonly string[]
  }): void
  finish(pacer: Pacer): Promise<TextIndex>
}

/**
 * Collects the words of each product, then inverts that into the products of each word.
 * @param textOf the text of a value: its words are looked up once, however many products have it
 */
export function textBuilder(textOf: (value: number) => string): TextBuilder {
  const terms = termNumbers()
  const wordsOfValues = new Map<number, number[]>()
  const seenIn = growingMarks()
  const spellings = growingMarks()
  /** The terms of every product in sequence: term * 2, + 1 when it occurs outside the name. */
  const occurrences = growingColumn(Uint32Array)
  const ends = growingColumn(Uint32Array)

  function occurs(term: number, elsewhere: 0 | 1) {
    spellings.mark(term, 0)
    note(term, elsewhere)
  }

  function note(term: number, elsewhere: 0 | 1) {
    if (seenIn.mark(term, ends.length)) occurrences.push(term * 2 + elsewhere)
  }

  function termsOfValue(value: number) {
    const known = wordsOfValues.get(value)
    if (known) return known
    const found = wordsOf(textOf(value)).map(terms.number)
    wordsOfValues.set(value, found)
    return found
  }

  return {
    add({ nameWords, values, texts, skus }) {
      for (const word of nameWords) occurs(terms.number(word), 0)
      for (const value of values) for (const term of termsOfValue(value)) occurs(term, 1)
      for (const text of texts) for (const word of wordsOf(text)) occurs(terms.number(word), 1)
      for (const sku of skus) for (const word of wordsOf(sku)) note(terms.number(word), 1)
      ends.push(occurrences.length)
    },
    async finish(pacer) {
      const packed = terms.pack()
      await pacer.rest()
      const order = await sortInSlices(
        countingUp(terms.size),
        (a, b) => compareTexts(packed, a, packed, b),
        pacer,
      )
      const placeOf = new Uint32Array(order.length)
      for (let place = 0; place < order.length; place++) placeOf[order[place]!] = place
      await pacer.rest()
      const sorted = await reordered(packed, order, pacer)
      return {
        terms: sorted,
        ...(await invert({ occurrences, ends, placeOf }, pacer)),
        ...(await spellableWords(sorted, (place) => spellings.has(order[place]!), pacer)),
      }
    },
  }
}

type Gathered = {
  occurrences: { at(index: number): number }
  ends: { readonly length: number; at(index: number): number }
  placeOf: Uint32Array
}

/** Two passes over all products: one measures each term's list, one writes it. */
async function invert({ occurrences, ends, placeOf }: Gathered, pacer: Pacer) {
  const termCount = placeOf.length
  const lastProduct = new Int32Array(termCount)
  const starts = new Uint32Array(termCount + 1)
  const nothing = new Uint8Array(0)
  const cursors = new Uint32Array(termCount)

  async function pass(step: (place: number, entry: number) => void) {
    lastProduct.fill(-1)
    let at = 0
    for (let product = 0; product < ends.length; product++) {
      for (const end = ends.at(product); at < end; at++) {
        const occurrence = occurrences.at(at)
        const place = placeOf[occurrence >>> 1]!
        step(place, (product - lastProduct[place]!) * 2 + (occurrence & 1))
        lastProduct[place] = product
      }
      if (product % 128 === 0 && pacer.isDue()) await pacer.rest()
    }
  }

  await pass((place, entry) => {
    starts[place + 1]! += writeCount(nothing, 0, entry)
  })
  for (let place = 0; place < termCount; place++) starts[place + 1]! += starts[place]!
  await pacer.rest()
  cursors.set(starts.subarray(0, termCount))
  const postings = new Uint8Array(starts[termCount]!)
  await pass((place, entry) => {
    cursors[place]! += writeCount(postings, cursors[place]!, entry)
  })
  return { starts, postings }
}

async function spellableWords(terms: PackedTexts, isSpelling: (term: number) => boolean, pacer: Pacer) {
  const words: string[] = []
  const termsOfWords: number[] = []
  const letters: number[] = []
  for (let term = 0; term < terms.starts.length - 1; term++) {
    const word = textAt(terms, term)
    const mask = isSpelling(term) ? lettersOf(word) : undefined
    if (mask !== undefined) {
      words.push(word)
      termsOfWords.push(term)
      letters.push(mask)
    }
    if (term % 512 === 0 && pacer.isDue()) await pacer.rest()
  }
  return { words, termsOfWords: Uint32Array.from(termsOfWords), letters: Uint32Array.from(letters) }
}

/** Numbers words in order of appearance. Uses many small maps, as resizing a large one blocks the event loop. */
function termNumbers() {
  const maps = Array.from({ length: 256 }, () => new Map<string, number>())
  const texts = textPacker()
  let size = 0
  return {
    get size() {
      return size
    },
    number(word: string) {
      const hash =
        word.charCodeAt(0) * 7 + word.charCodeAt(word.length - 1) * 31 + word.charCodeAt(word.length >> 1)
      const map = maps[(hash + word.length) & 255]!
      const known = map.get(word)
      if (known !== undefined) return known
      map.set(word, size)
      texts.push(word)
      return size++
    },
    pack: texts.pack,
  }
}

/** Records for every term the last product that had it. */
function growingMarks() {
  let last = new Int32Array(1_024).fill(-1)
  return {
    /** @returns false when the term is already marked with this product */
    mark(term: number, product: number): boolean {
      if (term >= last.length) {
        const longer = new Int32Array(last.length * 2).fill(-1)
        longer.set(last)
        last = longer
      }
      if (last[term] === product) return false
      last[term] = product
      return true
    },
    has: (term: number) => (last[term] ?? -1) >= 0,
  }
}

/**
 * Writes a number, seven bits per byte, lowest first; a number that does not fit in the array is only measured.
 * @returns its length
 */
export function writeCount(bytes: Uint8Array, at: number, value: number): number {
  let rest = value
  let length = 1
  while (rest > 0x7f) {
    bytes[at + length - 1] = (rest & 0x7f) | 0x80
    rest >>>= 7
    length += 1
  }
  bytes[at + length - 1] = rest
  return length
}
