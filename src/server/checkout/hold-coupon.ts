import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'
import { rejected } from '../http/errors.ts'

/** Gives back the use of a coupon that an unpaid order holds. A second call finds nothing to give. */
export async function releaseCoupon(tx: Tx, orderId: number) {
  await release.all(tx, orderId)
}

const release = prepared(
  'release coupon',
  `with dropped as (delete from coupon_uses where order_id = $1::bigint returning coupon_id)
  update coupons c set used_count = c.used_count - 1 from dropped where c.id = dropped.coupon_id`,
)

/**
 * Takes it again: the order keeps the discount it was made with, if there is still a use of the coupon left.
 * @throws 409 COUPON_INVALID otherwise; the transaction must be given up then.
 */
export async function holdCouponAgain(tx: Tx, orderId: number, code: string | null) {
  if (code === null) return
  if (!(await take.first(tx, orderId, code)))
    throw rejected(
      'COUPON_INVALID',
      `${code} has been used up in the meantime. Please order again without it`,
    )
}

const take = prepared<{ coupon_id: number }>(
  'hold coupon again',
  `with taken as (
    update coupons c set used_count = c.used_count + 1
    from orders o
    where o.id = $1::bigint and c.channel_id = o.channel_id and c.code = $2::text
      and (c.usage_limit is null or c.used_count < c.usage_limit)
    returning c.id
  )
  insert into coupon_uses (order_id, coupon_id) select $1::bigint, id from taken returning coupon_id`,
)
