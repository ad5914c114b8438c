import { setTimeout as sleep } from 'node:timers/promises'
import type { PreparedStatement } from '../db/prepared.ts'
import type { JobContext } from './job.ts'

/** Rows per transaction: a few milliseconds, so other transactions do not wait long for their locks. */
export const ROWS_PER_BATCH = 1_000

/**
 * Repeats a statement until it changes less than a full batch. It pauses as long as each batch took, so that it uses
 * at most half of one connection's time.
 *
 * @param statement has `ROWS_PER_BATCH` as `$1`, then `values`, and returns `{ rows }`: how many rows it has changed.
 * @returns how many rows in all.
 */
export async function inBatches(
  { db, signal }: Pick<JobContext, 'db'> & { signal?: AbortSignal },
  statement: Pick<PreparedStatement<{ rows: number }>, 'first'>,
  ...values: unknown[]
): Promise<number> {
  let total = 0
  while (!signal?.aborted) {
    const startedAt = performance.now()
    const rows = (await statement.first(db, ROWS_PER_BATCH, ...values))?.rows ?? 0
    total += rows
    if (rows < ROWS_PER_BATCH) break
    await sleep(performance.now() - startedAt, undefined, signal ? { signal } : {}).catch(() => {})
  }
  return total
}
