import type { Sort } from '#contract/catalog.ts'
import type { Bits } from './bits.ts'
import type { CountColumn, NumberColumn } from './growing-column.ts'
import type { PackedTexts } from './packed-texts.ts'
import type { TextIndex } from './text-index.ts'
import type { Postings } from './value-postings.ts'
import type { Variations } from './variations.ts'

/**
 * Products on sale in one channel, by ascending id: one column for each value that listings read, one row for each
 * product. A segment is immutable except for `alive`, `aliveCount` and `totals`, which change when a product moves to
 * a newer segment.
 */
export type Segment = {
  size: number
  ids: NumberColumn
  alive: Bits
  aliveCount: number
  /** By value number: how many live products have it. */
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
  /** See `originRank`. */
  origin: NumberColumn
  /** The words of the name, separated by single spaces. */
  name: PackedTexts
}

/** `price_desc` reads `price_asc` backwards; relevance uses the featured order within its ranks. */
export type StoredOrder = Exclude<Sort, 'price_desc' | 'relevance'>

/**
 * SKUs of all published variations: a hash of each, in the order of the variations' rows; and the SKUs without any
 * word.
 */
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
