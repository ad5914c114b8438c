import type { Db } from '#server/platform/kernel/context.ts'
import { addressKey, type Limit, requireToken, returnToken } from '#server/platform/limits/rate-limit.ts'

const perAddress: Limit = { most: 20, seconds: 15 * 60 }
const perOrder: Limit = { most: 5, seconds: 15 * 60 }

const addressBucket = (ip: string) => `track ip ${addressKey(ip)}`

/**
 * Counts a lookup by address up front, and releases it when it succeeds, so that only misses count. Security
 * §10.
 * @throws 429
 */
export async function limitFailedLookups<Result>(
  db: Db,
  ip: string,
  look: () => Promise<Result>,
): Promise<Result> {
  await requireToken(db, addressBucket(ip), perAddress)
  const found = await look()
  await returnToken(db, addressBucket(ip))
  return found
}

/** Counts one attempt of an address, whatever its result. @throws 429 */
export const requireTrackAllowance = (db: Db, ip: string) => requireToken(db, addressBucket(ip), perAddress)

/** Allows five wrong codes per order number, existing or not, from any address. @throws 429 */
export async function limitWrongCodes<Result>(
  db: Db,
  order_no: string,
  check: () => Promise<Result>,
): Promise<Result> {
  const bucket = `track code ${order_no}`
  await requireToken(db, bucket, perOrder)
  const right = await check()
  await returnToken(db, bucket)
  return right
}
