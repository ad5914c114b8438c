import type { Sort } from '#contract/catalog.ts'
import { type Bits, countBits, hasBit } from '../columns/bits.ts'
import type { Segment } from '../columns/segment.ts'
import { compareRows } from '../columns/sort-orders.ts'

/** Hits of one segment. `ranks`: groups that come one after the other in any sort; together they are all hits. */
export type SegmentHits = { segment: Segment; ranks: Bits[] }

type Page = { sort: Exclude<Sort, 'relevance'>; page: number; perPage: number }

/** Ids of the products on one page, in order, over all segments. */
export const pageOfIds = (all: SegmentHits[], { sort, page, perPage }: Page): number[] =>
  idsInOrder(all, { sort, skip: (page - 1) * perPage, count: perPage })

/** At most `count` ids in order, after the first `skip`. */
export function idsInOrder(
  all: SegmentHits[],
  { sort, skip, count: wanted }: Pick<Page, 'sort'> & { skip: number; count: number },
): number[] {
  const ids: number[] = []
  let toSkip = skip
  for (let rank = 0; rank < (all[0]?.ranks.length ?? 0); rank++) {
    const cursors = all.flatMap(({ segment, ranks }) => {
      const count = countBits(ranks[rank]!)
      return count === 0 ? [] : { segment, count, next: inOrder(segment, ranks[rank]!, sort) }
    })
    const count = cursors.reduce((sum, cursor) => sum + cursor.count, 0)
    if (count <= toSkip) {
      toSkip -= count
      continue
    }
    const next = merged(cursors, sort)
    for (; toSkip > 0; toSkip--) next()
    while (ids.length < wanted) {
      const id = next()
      if (id === undefined) break
      ids.push(id)
    }
    if (ids.length === wanted) break
  }
  return ids
}

type Cursor = { segment: Segment; next: () => number | undefined }

/** Merges the ids of several segments into one sequence. */
function merged(cursors: Cursor[], sort: Page['sort']): () => number | undefined {
  const [only] = cursors
  if (only && cursors.length === 1)
    return () => {
      const row = only.next()
      return row === undefined ? undefined : only.segment.ids[row]
    }

  const compare = compareRows[sort]
  const heads = cursors.flatMap(({ segment, next }) => {
    const row = next()
    return row === undefined ? [] : [{ segment, next, row }]
  })
  return () => {
    let first = heads[0]
    if (!first) return undefined
    for (const head of heads) if (compare(head.segment, head.row, first.segment, first.row) < 0) first = head
    const id = first.segment.ids[first.row]
    const row = first.next()
    if (row === undefined) heads.splice(heads.indexOf(first), 1)
    else first.row = row
    return id
  }
}

/** Iterates the rows of a set in the order of the sort; undefined after the last. */
function inOrder(segment: Segment, rows: Bits, sort: Page['sort']): () => number | undefined {
  if (sort === 'price_desc') return byDescendingPrice(segment, rows)
  const order = segment.orders[sort]
  let at = 0
  return () => {
    while (at < order.length) {
      const row = order[at++]!
      if (hasBit(rows, row)) return row
    }
    return undefined
  }
}

/** Descending by price, while rows with the same price stay in ascending order of their ids. */
function byDescendingPrice({ orders, keys: { price } }: Segment, rows: Bits): () => number | undefined {
  const order = orders.price_asc
  let start = order.length
  let at = start
  let end = start
  return () => {
    for (;;) {
      while (at < end) {
        const row = order[at++]!
        if (hasBit(rows, row)) return row
      }
      if (start === 0) return undefined
      end = start
      const same = price[order[start - 1]!]
      while (start > 0 && price[order[start - 1]!] === same) start -= 1
      at = start
    }
  }
}
