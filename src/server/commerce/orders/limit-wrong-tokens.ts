import type { Db } from '#server/platform/kernel/context.ts'
import { ShopError } from '#server/platform/kernel/errors.ts'
import { addressKey, type Limit, requireToken } from '#server/platform/limits/rate-limit.ts'

const wrongTokens: Limit = { most: 20, seconds: 15 * 60 }

/**
 * Counts a wrong order token of an address. Only wrong ones count and are refused, because a right token cannot be guessed
 * and shoppers may share one address. Security §10.
 * @throws 429 RATE_LIMITED from the twenty-first in 15 minutes.
 */
export const countWrongToken = (db: Db, ip: string): Promise<void> =>
  requireToken(db, `order token ip ${addressKey(ip)}`, wrongTokens)

/**
 * Runs a read that answers 404 to a wrong token.
 * @throws 429 as `countWrongToken`, and what `run` throws.
 */
export async function limitWrongTokens<Result>(
  db: Db,
  ip: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (thrown) {
    if (thrown instanceof ShopError && thrown.code === 'NOT_FOUND') await countWrongToken(db, ip)
    throw thrown
  }
}
