import { setTimeout as sleep } from 'node:timers/promises'
import { Transaction } from 'kysely'
import type { Db, Tx } from '../kernel/context.ts'
import { errorCode } from '../kernel/errors.ts'
import { isOutdatedPlan } from './prepared.ts'

/** serialization_failure, deadlock_detected: PostgreSQL rolled the transaction back and expects a retry. */
const retryable = new Set(['40001', '40P01'])
const attempts = 4

const isRetryable = (error: unknown) => retryable.has(errorCode(error) ?? '') || isOutdatedPlan(error)

/**
 * Runs a whole transaction, and again (4 times at most, after a short random pause) when it conflicted with another
 * one or met a prepared statement that a migration outdated. `run` must begin and end its transaction itself, and do
 * nothing outside the database. Architecture, "Past one machine".
 *
 * @throws what `run` throws: other errors at once, these after the last attempt.
 */
export async function retrySerialization<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/**
 * Runs `work` in a transaction of its own, repeated as by `retrySerialization`. Inside an open transaction it runs in that
 * one, whose owner repeats it, so that a caller can add its own rows to the same commit.
 */
export const inTransaction = <Result>(db: Db | Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db instanceof Transaction ? work(db) : retrySerialization(() => db.transaction().execute(work))
