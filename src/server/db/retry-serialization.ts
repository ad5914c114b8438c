import { setTimeout as sleep } from 'node:timers/promises'

/** serialization_failure, deadlock_detected: PostgreSQL undid the transaction and asks for another try. */
const retryable = new Set(['40001', '40P01'])
const attempts = 4

/**
 * Runs a whole transaction, again (4 times at most, after a short random wait) when PostgreSQL undid it for another's
 * sake. `run` must begin and end its transaction itself, and do nothing outside the database. Architecture, "Past one machine".
 *
 * @throws what `run` throws: other errors at once, these after the last try.
 */
export async function retrySerialization<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === attempts || !retryable.has((error as { code?: string }).code ?? '')) throw error
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}
