import { setTimeout as pause } from 'node:timers/promises'

/**
 * Does the work, and answers no sooner than after so long: what takes less looks alike from outside, whatever it was. Waiting
 * costs nothing but the timer: no connection to the database is held.
 */
export async function noSooner<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  const [result] = await Promise.allSettled([work(), pause(milliseconds)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
