import { evaluate } from '#contract/rules/promotions/evaluate.ts'
import {
  allGoods,
  type Effect,
  type Promotion,
  promotionWith,
  withoutConditions,
} from '#contract/rules/promotions/promotion.ts'
import type { CouponRow } from '../model/coupon-row.ts'

/** The effect of a coupon on a cart. Money in minor units. */
export type CouponEffect = {
  /** Discount on the eligible items; never more than their value. */
  off_goods: number
  /** Maximum discount on the delivery; `Infinity` without a limit. */
  off_delivery: number
}

/** A coupon as a promotion with a code. Whether it may be used is judged before (`judgeCoupon`). */
export const couponPromotion = (coupon: CouponRow): Promotion =>
  promotionWith({
    key: `coupon:${coupon.id}`,
    name: coupon.title,
    code: coupon.code,
    effect: toEffect(coupon),
    scope:
      coupon.item_ids === null
        ? allGoods
        : { ...allGoods, any_of: coupon.item_ids.map((id) => `line:${id}`) },
    combines_with:
      coupon.type === 'free_shipping' ? ['product', 'order', 'shipping'] : ['product', 'shipping'],
  })

function toEffect({ type, value, max_discount: at_most }: CouponRow): Effect {
  if (type === 'free_shipping') return { type: 'free_delivery', methods: null, at_most }
  if (type === 'percentage') return { type: 'order_percentage', percent: value, at_most }
  return { type: 'order_amount', amount: Math.min(value, at_most ?? value) }
}

/** What a coupon takes off lines that are worth as much, whatever its conditions are. */
export function couponEffect(
  coupon: CouponRow,
  lines: readonly { id: number; worth: number }[],
): CouponEffect {
  const { type, code, max_discount } = coupon
  if (type === 'free_shipping')
    return { off_goods: 0, off_delivery: max_discount ?? Number.POSITIVE_INFINITY }
  const cart = {
    delivery: null,
    lines: lines.map(({ id, worth }) => ({ quantity: 1, unit_price: worth, keys: [`line:${id}`] })),
  }
  const { order } = evaluate(cart, [], { ...withoutConditions, codes: [code] }, [couponPromotion(coupon)])
  return { off_goods: order.reduce((sum, { amount }) => sum + amount, 0), off_delivery: 0 }
}
