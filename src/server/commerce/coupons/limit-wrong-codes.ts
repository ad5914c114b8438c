import type { CartOwner, Db } from '#server/platform/kernel/context.ts'
import { ShopError } from '#server/platform/kernel/errors.ts'
import { addressKey, type Limit, requireTokens } from '#server/platform/limits/rate-limit.ts'

/** The address's limit is generous, because the customers of a mobile network share one. */
const limitsOf = {
  session: { most: 10, seconds: 15 * 60 },
  address: { most: 300, seconds: 60 * 60 },
} satisfies Record<string, Limit>

/**
 * Runs an attempt at a code of a coupon or a gift card. Only wrong codes are limited, because the limit is against guessing and
 * shoppers may share one address. Each attempt is counted before it runs, so that simultaneous ones cannot
 * exceed the limit. Security §10.
 * @throws 429 RATE_LIMITED, and what `run` throws.
 */
export async function limitWrongCodes<Result>(
  db: Db,
  { owner, ip }: { owner: CartOwner; ip: string },
  run: () => Promise<Result>,
): Promise<Result> {
  const undo = await requireTokens(db, [
    [`coupon ip ${addressKey(ip)}`, limitsOf.address],
    [`coupon session ${owner.customerId ?? owner.sessionId}`, limitsOf.session],
  ])
  try {
    const result = await run()
    await undo()
    return result
  } catch (thrown) {
    const isWrong = thrown instanceof ShopError && thrown.code === 'COUPON_INVALID'
    if (!isWrong) await undo()
    throw thrown
  }
}
