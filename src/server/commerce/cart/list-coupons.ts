import type { CouponOffer } from '#contract/cart.ts'
import { money } from '#contract/money.ts'
import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { CouponRow } from '../coupons/model/coupon-row.ts'
import { couponOfCart } from '../coupons/model/coupon-sql.ts'
import { refusalReason, termsOf } from '../coupons/rules/coupon-messages.ts'
import type { CartRow } from './model/cart-row.ts'
import type { CartScope } from './model/cart-scope.ts'
import { judgeOffer } from './model/judge-offer.ts'
import { findCartRow } from './store/read-cart.ts'

/**
 * The listed coupons with the effect of each on this visitor's cart: usable ones first, ordered by saving.
 * Decisions §4 (coupons/get), UX "Cart drawer / page" 5.
 */
export async function listCoupons(db: Db, scope: CartScope): Promise<CouponOffer[]> {
  const row = await findCartRow(db, scope)
  const shown = await shownCoupons.all(db, scope.channel.id, row?.id ?? null)
  return shown
    .map(({ coupon }) => toOffer(coupon, row, scope.channel))
    .sort((a, b) => Number(b.is_applicable) - Number(a.is_applicable) || b.saves.amount - a.saves.amount)
}

function toOffer(coupon: CouponRow, row: CartRow | undefined, channel: Channel): CouponOffer {
  const { refusal, saves } = judgeOffer(coupon, row, channel)
  return {
    code: coupon.code,
    title: coupon.title,
    description: termsOf(coupon, channel),
    is_applicable: refusal === null,
    reason: refusal && refusalReason(refusal, channel),
    saves: money(saves, channel.currency),
    expires_at: new Date(coupon.ends_at).toISOString(),
    expires_on: dayIn(new Date(coupon.ends_at), timeZoneOf(channel.locale)),
  }
}

const shownCoupons = prepared<{ coupon: CouponRow }>(
  'coupons shown',
  `select ${couponOfCart} as coupon
  from coupons k left join carts c on c.id = $2::bigint
  where k.channel_id = $1::integer and k.is_listed and k.is_active and now() between k.starts_at and k.ends_at
    and (k.usage_limit is null or k.used_count < k.usage_limit)
  order by k.id
  limit 50`,
)
