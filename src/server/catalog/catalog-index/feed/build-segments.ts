import type { Db, ReadReplica } from '#server/platform/kernel/context.ts'
import { createPacer } from '../columns/pacer.ts'
import type { Segment } from '../columns/segment.ts'
import { type Dictionary, readDictionary } from '../facets/dictionary.ts'
import { productFacets } from '../facets/product-facets.ts'
import type { ValueKind, ValueNumbers } from '../facets/value-numbers.ts'
import { type IndexRow, readBatchEnd, readIndexRows } from './read-index-rows.ts'
import { segmentBuilder } from './segment-builder.ts'

export type Source = {
  db: Db
  /** All products are read from it, when it is not far behind. */
  replica?: Pick<ReadReplica, 'reachPresent'> | undefined
  channelId: number
  signal: AbortSignal
  batchSize?: number
}

/**
 * Reads all products of the channel in batches by id, and reads the next batch while the current one is processed.
 * Each product is as of the time of its batch: changes noted since the start must be applied afterwards.
 */
export async function buildFromAll(
  source: Source,
  known: Dictionary,
): Promise<{ segment: Segment; dictionary: Dictionary }> {
  const pacer = createPacer({ signal: source.signal })
  const builder = segmentBuilder(known.numbers)
  let dictionary = known
  let batch = readBatch(source, 0)
  for (;;) {
    const { rows, end } = await batch
    if (end === null) break
    batch = readBatch(source, end)
    // When this batch fails, the next one is not awaited.
    batch.catch(() => {})
    dictionary = await withAllValues(source.db, dictionary, rows)
    for (const row of rows) {
      builder.add(row)
      if (pacer.isDue()) await pacer.rest()
    }
    source.signal.throwIfAborted()
  }
  return { segment: await builder.finish(pacer), dictionary }
}

async function readBatch({ db, channelId, batchSize = 1_000 }: Source, after: number) {
  const end = await readBatchEnd(db, after, batchSize)
  return { end, rows: end === null ? [] : await readIndexRows(db, channelId, { from: after + 1, to: end }) }
}

/** @param rows by ascending id */
export async function buildFromRows(
  rows: readonly IndexRow[],
  numbers: ValueNumbers,
  signal: AbortSignal,
): Promise<Segment> {
  const pacer = createPacer({ signal })
  const builder = segmentBuilder(numbers)
  for (const row of rows) {
    builder.add(row)
    if (pacer.isDue()) await pacer.rest()
  }
  return builder.finish(pacer)
}

/** The dictionary, read again when the rows refer to a value that it does not have. */
export async function withAllValues(
  db: Db,
  dictionary: Dictionary,
  rows: readonly IndexRow[],
): Promise<Dictionary> {
  const { numbers } = dictionary
  const isKnown = (kind: ValueKind, ids: readonly (number | null)[] | null) =>
    (ids ?? []).every((id) => id === null || numbers.find(kind, id) !== undefined)
  const areKnown = rows.every(
    (row) =>
      productFacets.every(({ key }, at) => isKnown(key, row.facet_ids[at] ?? null)) &&
      isKnown('category', [row.category_id]) &&
      isKnown('attribute', row.value_ids) &&
      (row.variations ?? []).every(([, , , valueIds]) => isKnown('option', valueIds)),
  )
  return areKnown ? dictionary : readDictionary(db, numbers)
}
