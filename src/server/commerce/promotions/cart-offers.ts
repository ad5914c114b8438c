import { formatMoney, money } from '#contract/money.ts'
import { evaluate } from '#contract/rules/promotions/evaluate.ts'
import type { NamedDiscount } from '#contract/rules/promotions/named-discounts.ts'
import {
  type Adjustment,
  type Evaluation,
  type OfferCart,
  type OfferContext,
  type Promotion,
  withoutConditions,
} from '#contract/rules/promotions/promotion.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CouponRow } from '../coupons/model/coupon-row.ts'
import { couponPromotion } from '../coupons/rules/coupon-promotion.ts'

/** What the promotions of the shop need to know of a cart. */
export type CartOffers = {
  promotions: readonly Promotion[]
  /** By variation: what its goods are, such as `category:3`. */
  keys: ReadonlyMap<number, readonly string[]>
  context: OfferContext
}

type Offered = {
  lines: readonly {
    id: number
    variation_id: number
    quantity: number
    selling_price: number
    mrp: number
  }[]
  gifts: readonly { gift: { key: string }; selling_price: number }[]
  payment_method: string | null
  offers: CartOffers | null
}

/**
 * What promotions and the coupon take off a cart.
 * @param coupon one that applies
 */
export function evaluateCart(
  row: Offered,
  delivery: OfferCart['delivery'],
  coupon: CouponRow | null,
): Evaluation {
  const { offers } = row
  const own = coupon ? [couponPromotion(coupon)] : []
  const context = offers?.context ?? withoutConditions
  const cart: OfferCart = {
    delivery,
    gifts: new Map(row.gifts.map(({ gift, selling_price }) => [gift.key, selling_price])),
    lines: row.lines.map((line) => ({
      quantity: line.quantity,
      unit_price: line.selling_price,
      keys: keysOfLine(row, line),
    })),
  }
  const codes = own.flatMap(({ code }) => code ?? [])
  return evaluate(
    cart,
    offers?.promotions ?? [],
    { ...context, payment_method: row.payment_method, codes: [...context.codes, ...codes] },
    own,
  )
}

/** What the goods of a line are, as promotions and coupons name them. */
export const keysOfLine = (
  { offers }: Pick<Offered, 'offers'>,
  { id, variation_id, selling_price, mrp }: Offered['lines'][number],
): string[] => [
  `line:${id}`,
  ...(selling_price < mrp ? ['sale:1'] : []),
  ...(offers?.keys.get(variation_id) ?? []),
]

/** What an adjustment takes off a line, or altogether, under its name. */
export const namedOf = ({ promotion: { key, name, code } }: Adjustment, amount: number): NamedDiscount => ({
  key,
  name,
  code,
  amount,
})

/** The most that promotions of delivery take off a method, in minor units. */
export function offDelivery({ shipping }: Pick<Evaluation, 'shipping'>, method: string): number {
  return shipping.reduce((sum, adjustment) => sum + mostOff(adjustment, method), 0)
}

function mostOff({ promotion: { effect } }: Adjustment, method: string): number {
  if (effect.type !== 'free_delivery' || !(effect.methods?.includes(method) ?? true)) return 0
  return effect.at_most ?? Number.MAX_SAFE_INTEGER
}

/** What each took off a delivery of this price; those without an effect are left out. */
export function namedOffDelivery(
  { shipping }: Evaluation,
  method: { code: string; price: number },
): NamedDiscount[] {
  let left = method.price
  return shipping.flatMap((adjustment) => {
    const amount = Math.min(left, mostOff(adjustment, method.code))
    left -= amount
    return amount > 0 ? [namedOf(adjustment, amount)] : []
  })
}

/** What a cart lacks for promotions: 'Add ₹250 more for “Free delivery”'. The nearest first. */
export const offerMessages = (
  { messages }: Pick<Evaluation, 'messages'>,
  { currency, locale }: Pick<Channel, 'currency' | 'locale'>,
): string[] =>
  messages.map(({ promotion: { name }, unit, missing }) =>
    unit === 'amount'
      ? `Add ${formatMoney(money(missing, currency), locale)} more for “${name}”`
      : `Add ${missing} more ${missing === 1 ? 'item' : 'items'} for “${name}”`,
  )
