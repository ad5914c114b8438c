import type { Sort } from '#contract/catalogue.ts'
import type { Pacer } from './pacer.ts'
import { compareTexts } from './packed-texts.ts'
import type { Segment, SortKeys, StoredOrder } from './segment.ts'
import { countingUp, sortInSlices } from './sort-in-slices.ts'

type Place = Pick<Segment, 'keys' | 'ids'>
/** Compares row `i` of `a` with row `j` of `b`, which may be another segment. */
export type CompareRows = (a: Place, i: number, b: Place, j: number) => number

const byId: CompareRows = (a, i, b, j) => a.ids[i]! - b.ids[j]!

type NumberKey = {
  [Key in keyof SortKeys]: SortKeys[Key] extends ArrayLike<number> ? Key : never
}[keyof SortKeys]

const rising =
  (key: NumberKey, then: CompareRows = byId): CompareRows =>
  (a, i, b, j) =>
    a.keys[key][i]! - b.keys[key][j]! || then(a, i, b, j)

const falling =
  (key: NumberKey, then: CompareRows = byId): CompareRows =>
  (a, i, b, j) =>
    b.keys[key][j]! - a.keys[key][i]! || then(a, i, b, j)

/**
 * The sorts of decisions §2. The last key is always the product's id, so that pages never repeat or lose one; the newest first is the
 * only one that turns it round.
 */
export const compareRows: Record<Exclude<Sort, 'relevance'>, CompareRows> = {
  default: rising('position'),
  newest: falling('published', (a, i, b, j) => byId(b, j, a, i)),
  price_asc: rising('price'),
  price_desc: falling('price'),
  best_selling: falling('sold'),
  rating: falling('rating', falling('ratingCount')),
  discount: falling('discount'),
  name_asc: (a, i, b, j) => compareTexts(a.keys.name, i, b.keys.name, j) || byId(a, i, b, j),
}

export const storedOrders = [
  'default',
  'newest',
  'price_asc',
  'best_selling',
  'rating',
  'discount',
  'name_asc',
] as const satisfies StoredOrder[]

export async function sortOrders(place: Place, pacer: Pacer): Promise<Segment['orders']> {
  const orders: Partial<Segment['orders']> = {}
  for (const sort of storedOrders) {
    const compare = compareRows[sort]
    const rows = countingUp(place.ids.length)
    orders[sort] = await sortInSlices(rows, (i, j) => compare(place, i, place, j), pacer)
  }
  return orders as Segment['orders']
}
