import type { Sort } from '#contract/catalog.ts'
import type { Scope } from '#server/platform/kernel/catalog-index.ts'
import { type Bits, clearBit, hasBit, intersect, noBits, setBit } from '../columns/bits.ts'
import { rowOf, type Segment } from '../columns/segment.ts'
import { addRows } from '../columns/value-postings.ts'
import type { Dictionary } from './dictionary.ts'
import { idsInOrder } from './page-of-ids.ts'

/** The rows of a listing before any choice. A search finds its rows by words instead. */
export function rowsInScope(
  segment: Segment,
  { categories }: Dictionary,
  scope: Exclude<Scope, { kind: 'search' }>,
  members: readonly number[],
): Bits {
  if (scope.kind === 'shop') return segment.alive
  const rows = noBits(segment.size)
  if (scope.kind === 'category') {
    const category = categories.find(({ id }) => id === scope.id)
    for (const value of category?.within ?? []) addRows(segment.postings, value, rows)
  } else {
    for (const id of members) {
      const row = rowOf(segment, id)
      if (row !== undefined) setBit(rows, row)
    }
  }
  intersect(rows, segment.alive)
  return rows
}

/** One page of a collection in its own order. A product is in one segment only. */
export function pageOfMembers(
  segments: readonly Segment[],
  hits: readonly Bits[],
  members: readonly number[],
  { page, perPage }: { page: number; perPage: number },
): number[] {
  const isHit = isAnyOf(segments, hits)
  const ids: number[] = []
  let toSkip = (page - 1) * perPage
  for (const id of members) {
    if (ids.length === perPage) break
    if (!isHit(id)) continue
    if (toSkip > 0) toSkip -= 1
    else ids.push(id)
  }
  return ids
}

type RuleHits = { segments: readonly Segment[]; hits: readonly Bits[]; chosen: readonly number[] }
type RulePage = { sort: Exclude<Sort, 'relevance'>; page: number; perPage: number }

/** One page of a collection by rules: the products chosen by hand in their order, then the others by the sort. */
export function pageOfRules(
  { segments, hits, chosen }: RuleHits,
  { sort, page, perPage }: RulePage,
): number[] {
  const first = chosen.filter(isAnyOf(segments, hits))
  const start = (page - 1) * perPage
  const ids = first.slice(start, start + perPage)
  if (ids.length === perPage) return ids
  const others = segments.map((segment, at) => {
    const rest = hits[at]!.slice()
    for (const id of first) {
      const row = rowOf(segment, id)
      if (row !== undefined) clearBit(rest, row)
    }
    return { segment, ranks: [rest] }
  })
  const skip = Math.max(0, start - first.length)
  return [...ids, ...idsInOrder(others, { sort, skip, count: perPage - ids.length })]
}

const isAnyOf = (segments: readonly Segment[], hits: readonly Bits[]) => (id: number) =>
  segments.some((segment, at) => {
    const row = rowOf(segment, id)
    return row !== undefined && hasBit(hits[at]!, row)
  })
