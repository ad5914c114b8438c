import type { Db } from '#server/http/context.ts'
import { createPacer } from '../columns/pacer.ts'
import type { Segment } from '../columns/segment.ts'
import { segmentBuilder } from '../columns/segment-builder.ts'
import { type Dictionary, readDictionary } from '../facets/dictionary.ts'
import type { ValueKind, ValueNumbers } from '../facets/value-numbers.ts'
import { type IndexRow, readBatchEnd, readIndexRows } from './read-index-rows.ts'

export type Source = { db: Db; channelId: number; signal: AbortSignal; batchSize?: number }

/**
 * Reads all products of the channel, batch by batch in the order of their ids, a new batch while the last one is worked on. Each
 * product is as it was when its batch was read: changes that were noted since the beginning have to be read again afterwards.
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
    // when this one fails the next one is not waited for any more
    batch.catch(() => {})
    dictionary = await knowingAll(source.db, dictionary, rows)
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

/** @param rows by rising id */
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

/** The dictionary, read again when the rows refer to something that it does not have. */
export async function knowingAll(
  db: Db,
  dictionary: Dictionary,
  rows: readonly IndexRow[],
): Promise<Dictionary> {
  const { numbers } = dictionary
  const isKnown = (kind: ValueKind, ids: readonly (number | null)[] | null) =>
    (ids ?? []).every((id) => id === null || numbers.find(kind, id) !== undefined)
  const areKnown = rows.every(
    (row) =>
      isKnown('brand', [row.brand_id]) &&
      isKnown('category', [row.category_id]) &&
      isKnown('label', row.label_ids) &&
      isKnown('tag', row.tag_ids) &&
      isKnown('attribute', row.value_ids) &&
      (row.variations ?? []).every(([, , , valueIds]) => isKnown('option', valueIds)),
  )
  return areKnown ? dictionary : readDictionary(db, numbers)
}
