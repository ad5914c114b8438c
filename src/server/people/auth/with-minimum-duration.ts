import { setTimeout as pause } from 'node:timers/promises'

/**
 * Delays the result to a minimum duration, so that response times do not reveal the branch taken. The wait
 * holds a timer only, no database connection.
 */
export async function withMinimumDuration<Result>(
  milliseconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const [result] = await Promise.allSettled([work(), pause(milliseconds)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
