import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

/** A statement reads 2,000 with their prices and options in a quarter of a second, and may take three. */
export const MOST_VARIATIONS = 5_000

/**
 * Divides products into batches that one statement reads: a hundred with 2,000 variations each are more than its time limit and the memory
 * of a process allow. A product is never divided.
 */
export async function* batchesBySize(db: Db | Tx, ids: readonly number[]): AsyncGenerator<number[]> {
  const { rows } = await sql<{ id: number; size: number }>`
    select product_id as id, count(*)::integer as size from variations
    where product_id = any(${sql.val(ids)}::integer[]) group by product_id`.execute(db)
  const sizes = new Map(rows.map(({ id, size }) => [id, size]))
  let batch: number[] = []
  let total = 0
  for (const id of ids) {
    const size = sizes.get(id) ?? 0
    if (batch.length > 0 && total + size > MOST_VARIATIONS) {
      yield batch
      batch = []
      total = 0
    }
    batch.push(id)
    total += size
  }
  if (batch.length > 0) yield batch
}
