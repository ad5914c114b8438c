import type { CartOwner, Db } from '../http/context.ts'
import { ShopError } from '../http/errors.ts'
import { addressKey, type Limit, requireToken, returnToken } from '../http/rate-limit.ts'

const limitsOf = {
  session: { most: 10, seconds: 15 * 60 },
  address: { most: 30, seconds: 60 * 60 },
} satisfies Record<string, Limit>

/**
 * Runs a try at a coupon code. Only wrong ones are limited: guessing is what is to be kept slow, and many shoppers may share
 * one address. Each is counted before it runs, so that no more get through by coming all at once. Security §10.
 *
 * @throws 429 RATE_LIMITED, and what `run` throws.
 */
export async function limitWrongCodes<Result>(
  db: Db,
  { owner, ip }: { owner: CartOwner; ip: string },
  run: () => Promise<Result>,
): Promise<Result> {
  const ofSession = `coupon session ${owner.customerId ?? owner.sessionId}`
  const ofAddress = `coupon ip ${addressKey(ip)}`
  await requireToken(db, ofSession, limitsOf.session)
  await requireToken(db, ofAddress, limitsOf.address)
  try {
    const result = await run()
    await returnBoth()
    return result
  } catch (thrown) {
    const isWrong = thrown instanceof ShopError && thrown.code === 'COUPON_INVALID'
    if (!isWrong) await returnBoth()
    throw thrown
  }

  async function returnBoth() {
    await returnToken(db, ofSession)
    await returnToken(db, ofAddress)
  }
}
