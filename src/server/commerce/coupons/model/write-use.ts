import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { hasOrdered, limitOfShopper, locksParent, usesOfShopper } from './coupon-sql.ts'

/** Counts one use of a coupon that is valid today, if one is left: a single conditional update. Security §16. */
export const takeUse = async (tx: Tx, couponId: number): Promise<boolean> =>
  (await take.first(tx, couponId)) !== undefined

/**
 * Records the counted use for an order, if its shopper may have it. Count first, in a separate statement:
 * counting locks the coupon's row and its parent's, so that concurrent uses of the same shopper are visible here.
 */
export const writeUse = async (tx: Tx, orderId: number, couponId: number): Promise<boolean> =>
  (await write.first(tx, orderId, couponId)) !== undefined

const take = prepared<{ id: number }>(
  'take coupon',
  `update coupons set used_count = used_count + 1
  where id = $1::integer and is_active and now() between starts_at and ends_at
    and (usage_limit is null or used_count < usage_limit)
    and ${locksParent('coupons')}
  returning id`,
)

const write = prepared<{ order_id: number }>(
  'keep coupon use',
  `insert into coupon_uses (order_id, coupon_id)
  select mine.id, k.id from orders mine, coupons k
  where mine.id = $1::bigint and k.id = $2::integer
    and (${limitOfShopper} is null or ${usesOfShopper('mine', 'mine.cart_id')} < ${limitOfShopper})
    and not (k.is_first_order_only and ${hasOrdered('mine', 'mine.cart_id')})
  returning order_id`,
)
