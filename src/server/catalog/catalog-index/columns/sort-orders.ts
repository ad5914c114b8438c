import type { Sort } from '#contract/catalog.ts'
import type { Pacer } from './pacer.ts'
import { compareTexts } from './packed-texts.ts'
import type { Segment, SortKeys, StoredOrder } from './segment.ts'
import { countingUp, sortInSlices } from './sort-in-slices.ts'

type SortableSegment = Pick<Segment, 'keys' | 'ids'>
/** Compares row `i` of `a` with row `j` of `b`, which may be another segment. */
export type CompareRows = (a: SortableSegment, i: number, b: SortableSegment, j: number) => number

const byId: CompareRows = (a, i, b, j) => a.ids[i]! - b.ids[j]!

type NumberKey = {
  [Key in keyof SortKeys]: SortKeys[Key] extends ArrayLike<number> ? Key : never
}[keyof SortKeys]

const ascending =
  (key: NumberKey, then: CompareRows = byId): CompareRows =>
  (a, i, b, j) =>
    a.keys[key][i]! - b.keys[key][j]! || then(a, i, b, j)

const descending =
  (key: NumberKey, then: CompareRows = byId): CompareRows =>
  (a, i, b, j) =>
    b.keys[key][j]! - a.keys[key][i]! || then(a, i, b, j)

/**
 * The sorts of decisions §2. The last key is always the product's id, so that pages never repeat or lose a product;
 * only `newest` reverses it.
 */
export const compareRows: Record<Exclude<Sort, 'relevance'>, CompareRows> = {
  default: ascending('position'),
  newest: descending('published', (a, i, b, j) => byId(b, j, a, i)),
  price_asc: ascending('price'),
  price_desc: descending('price'),
  best_selling: descending('sold'),
  rating: descending('rating', descending('ratingCount')),
  discount: descending('discount'),
  origin_asc: ascending('origin'),
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
  'origin_asc',
] as const satisfies StoredOrder[]

export async function sortOrders(segment: SortableSegment, pacer: Pacer): Promise<Segment['orders']> {
  const order = (sort: StoredOrder) => {
    const compare = compareRows[sort]
    return sortInSlices(countingUp(segment.ids.length), (i, j) => compare(segment, i, segment, j), pacer)
  }
  return {
    default: await order('default'),
    newest: await order('newest'),
    price_asc: await order('price_asc'),
    best_selling: await order('best_selling'),
    rating: await order('rating'),
    discount: await order('discount'),
    name_asc: await order('name_asc'),
    origin_asc: await order('origin_asc'),
  }
}
