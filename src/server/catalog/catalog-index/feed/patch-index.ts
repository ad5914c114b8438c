import { clearBit, hasBit } from '../columns/bits.ts'
import { rowOf, type Segment } from '../columns/segment.ts'
import { type Dictionary, readDictionary } from '../facets/dictionary.ts'
import { batchesBySize } from './batches-by-size.ts'
import { buildFromRows, type Source, withAllValues } from './build-segments.ts'
import type { Change } from './changes.ts'
import { patchPrices } from './patch-prices.ts'
import { type IndexRow, readIndexRows } from './read-index-rows.ts'

/**
 * All products of a channel as loaded, followed by the segments of later changes; a later segment replaces rows of
 * the earlier ones.
 */
export type IndexState = { dictionary: Dictionary; loaded: Segment; recent: RecentSegment[] }

/** Small; its rows are retained so that several segments can be merged. */
type RecentSegment = { segment: Segment; rows: readonly IndexRow[] }

const rowsPerQuery = 1_000

/**
 * Reads the changed products again. The state is replaced in one step at the end, so that every answer reflects one
 * point in time.
 */
export async function patchIndex(state: IndexState, change: Change, source: Source): Promise<void> {
  const { db, channelId, signal } = source
  const { numbers } = state.dictionary
  const read = change.dictionary ? await readDictionary(db, numbers) : state.dictionary
  const priced = await patchPrices(state.loaded, change.pricedIds.difference(change.productIds), source)
  const inCategories = await readProductsIn(source, change.categoryIds)
  const ids = [...new Set([...change.productIds, ...priced.unpatched, ...inCategories])]
  const rows: IndexRow[] = []
  for (let at = 0; at < ids.length; at += rowsPerQuery)
    for await (const batch of batchesBySize(db, ids.slice(at, at + rowsPerQuery)))
      rows.push(...(await readIndexRows(db, channelId, { ids: batch })))
  const dictionary = await withAllValues(db, read, rows)
  if (ids.length === 0) {
    state.dictionary = dictionary
    state.loaded = priced.segment
    return
  }

  const changed = new Set(ids)
  const { absorbed, retained } = split(state.recent, rows.length)
  const merged = new Map<number, IndexRow>()
  for (const { segment, rows: older } of absorbed)
    for (const row of older) if (!changed.has(row.id) && isAlive(segment, row.id)) merged.set(row.id, row)
  for (const row of rows) merged.set(row.id, row)
  const together = [...merged.values()].sort((a, b) => a.id - b.id)
  const segment = await buildFromRows(together, numbers, signal)

  state.loaded = priced.segment
  for (const older of [state.loaded, ...retained.map(({ segment }) => segment)])
    for (const id of changed) removeRow(older, id)
  state.dictionary = dictionary
  state.recent = segment.size === 0 ? retained : [...retained, { segment, rows: together }]
}

async function readProductsIn({ db }: Source, categoryIds: ReadonlySet<number>): Promise<number[]> {
  if (categoryIds.size === 0) return []
  const products = await db
    .selectFrom('products')
    .select('id')
    .where('category_id', 'in', [...categoryIds])
    .execute()
  return products.map(({ id }) => id)
}

/**
 * The newest segments are merged into the new one while they are not much larger. This keeps segments few and rarely
 * rewrites a row.
 */
function split(recent: readonly RecentSegment[], newRows: number) {
  let first = recent.length
  let size = newRows
  while (first > 0 && recent[first - 1]!.rows.length <= 3 * size) {
    first -= 1
    size += recent[first]!.rows.length
  }
  return { retained: recent.slice(0, first), absorbed: recent.slice(first) }
}

function isAlive(segment: Segment, id: number) {
  const row = rowOf(segment, id)
  return row !== undefined && hasBit(segment.alive, row)
}

function removeRow(segment: Segment, id: number) {
  const row = rowOf(segment, id)
  if (row === undefined || !hasBit(segment.alive, row)) return
  clearBit(segment.alive, row)
  segment.aliveCount -= 1
  const { starts, items } = segment.values
  for (let at = starts[row]!, end = starts[row + 1]!; at < end; at++) segment.totals[items[at]!]! -= 1
}
