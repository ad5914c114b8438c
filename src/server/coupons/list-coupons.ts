import type { CouponOffer } from '#contract/cart.ts'
import { money } from '#contract/money.ts'
import type { CartRow } from '../cart/cart-row.ts'
import type { CartScope } from '../cart/cart-scope.ts'
import { findCartRow } from '../cart/read-cart.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../http/context.ts'
import type { Channel } from '../storefront/read-channel.ts'
import type { CouponRow } from './coupon-row.ts'
import { couponOfCart } from './coupon-sql.ts'
import { reasonAgainst, termsOf } from './coupon-words.ts'
import { judgeOffer } from './judge-offer.ts'

/**
 * The coupons that the shop shows, with what each does for this visitor's cart: those that can be used first, of them the one
 * that saves most. Decisions §4 (coupons/get), UX "Cart drawer / page" 5.
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
    reason: refusal && reasonAgainst(refusal, channel),
    saves: money(saves, channel.currency),
    expires_at: new Date(coupon.ends_at).toISOString(),
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
