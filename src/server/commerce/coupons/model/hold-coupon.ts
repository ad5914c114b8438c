import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { locksParent } from './coupon-sql.ts'
import { couponLost } from './refusals.ts'
import { writeUse } from './write-use.ts'

/** Releases the coupon use that an unpaid order holds. A second call changes nothing. */
export async function releaseCoupon(tx: Tx, orderId: number) {
  await release.all(tx, orderId)
}

const release = prepared(
  'release coupon',
  `with dropped as (delete from coupon_uses where order_id = $1::bigint returning coupon_id)
  update coupons c set used_count = c.used_count - 1 from dropped where c.id = dropped.coupon_id`,
)

/**
 * Counts the use again: the order keeps its discount if the coupon has a use left and its shopper has not
 * used it up, or ordered, in the meantime.
 * @throws 409 COUPON_INVALID otherwise; the transaction must be rolled back then.
 */
export async function holdCouponAgain(tx: Tx, orderId: number, code: string | null) {
  if (code === null) return
  const taken = await takeAgain.first(tx, orderId, code)
  if (!taken) throw couponLost(`${code} has been used up in the meantime`)
  if (!(await writeUse(tx, orderId, taken.id))) throw couponLost(`You have used ${code} for another order`)
}

/** It need not be valid today, because it was when the order was made. */
const takeAgain = prepared<{ id: number }>(
  'hold coupon again',
  `update coupons c set used_count = c.used_count + 1
  from orders o
  where o.id = $1::bigint and c.channel_id = o.channel_id and c.code = $2::text
    and (c.usage_limit is null or c.used_count < c.usage_limit)
    and ${locksParent('c')}
  returning c.id`,
)
