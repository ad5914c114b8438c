import type { Sort } from '#contract/catalogue.ts'
import type { TextIndex } from '../text/text-index.ts'
import type { Bits } from './bits.ts'
import type { CountColumn, NumberColumn } from './growing-column.ts'
import type { PackedTexts } from './packed-texts.ts'
import type { Postings } from './value-postings.ts'
import type { Variations } from './variations.ts'

/**
 * Products on sale in one channel, by rising id: everything that listings ask of them, a column each. A row is a product's place in
 * the columns. Nothing in a segment changes but `alive`, `aliveCount` and `totals`, when a product goes to a newer segment.
 */
export type Segment = {
  size: number
  ids: NumberColumn
  alive: Bits
  aliveCount: number
  /** By value number: how many products that are alive have it. */
  totals: Uint32Array
  values: Lists
  postings: Postings
  variations: Variations
  keys: SortKeys
  /** Rows in the order of each sort. */
  orders: Record<StoredOrder, Uint32Array>
  text: TextIndex
  skus: Skus
}

/** A list of value numbers for each row: `items` from `starts[row]` to `starts[row + 1]`. */
export type Lists = { starts: NumberColumn; items: CountColumn }

export type SortKeys = {
  position: NumberColumn
  published: NumberColumn
  price: NumberColumn
  sold: NumberColumn
  rating: NumberColumn
  ratingCount: NumberColumn
  discount: NumberColumn
  /** Their words, a single space between. */
  name: PackedTexts
}

/** `price_desc` is read from `price_asc` backwards; relevance is in the featured order within its ranks. */
export type StoredOrder = Exclude<Sort, 'price_desc' | 'relevance'>

/** Article codes of all published variations: a hash of each, in the order of the variations' rows; and those without any word. */
export type Skus = { hashes: NumberColumn; wordless: Map<string, number[]> }

/** The row of a product, undefined when the segment does not have it. */
export function rowOf({ ids, size }: Segment, id: number): number | undefined {
  let low = 0
  let high = size
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return low < size && ids[low] === id ? low : undefined
}
