import type { Db } from '../http/context.ts'
import { addressKey, type Limit, requireToken, returnToken } from '../http/rate-limit.ts'

const perAddress: Limit = { most: 20, seconds: 15 * 60 }
const perOrder: Limit = { most: 5, seconds: 15 * 60 }

const addressBucket = (ip: string) => `track ip ${addressKey(ip)}`

/**
 * Counts a look-up of an address beforehand, and gives the use back when it was no guess: whoever looks at a parcel of theirs every
 * minute guesses nothing. Security §10.
 * @throws 429
 */
export async function countingGuesses<Result>(
  db: Db,
  ip: string,
  look: () => Promise<Result>,
): Promise<Result> {
  await requireToken(db, addressBucket(ip), perAddress)
  const found = await look()
  await returnToken(db, addressBucket(ip))
  return found
}

/** One more try of an address, whatever becomes of it. @throws 429 */
export const requireTrackAllowance = (db: Db, ip: string) => requireToken(db, addressBucket(ip), perAddress)

/** Five wrong codes an order, and then a pause, whoever guesses; also for orders that there are not. @throws 429 */
export async function countingWrongCodes<Result>(
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
