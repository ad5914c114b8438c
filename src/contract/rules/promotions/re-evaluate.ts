import { spread } from '#contract/money.ts'
import { type Applied, applyEffect, sum } from './apply-effect.ts'
import { lessen, missingFor, wholeOf } from './evaluate.ts'
import { matchGoods } from './match-goods.ts'
import type { NamedDiscount } from './named-discounts.ts'
import { giftsOf, type OfferCart, type OfferLine, type Promotion } from './promotion.ts'

/** A promotion as an order has it: its terms of that time, and what it took off in all. */
export type OrderedPromotion = { promotion: Promotion; amount: number }

/** Pieces that stay of an order, or left it for a reason of the shop. */
export type CountedPieces = Omit<OfferLine, 'keys'> & {
  /** Null: they count for no promotion, such as a gift. */
  keys: readonly string[] | null
  discount: number
  named: readonly NamedDiscount[]
  /** Their discount can change; that of others is billed, or was refunded. */
  is_open: boolean
}

/** What the pieces at this place lose of a discount; below zero: what they get more. */
export type BenefitChange = { at: number; named: Omit<NamedDiscount, 'amount'>; less: number }

/**
 * How the discounts of an order change when some of its pieces leave. Of the promotions that are re-evaluated, in the order in which they
 * were applied, the rest has what the same promotions, as they were ordered, take off it alone: minima are judged again, all other
 * conditions were met by the order. Never more than the promotion took off the order. All changes of one promotion have the same sign.
 * ADR 0034.
 */
export function reEvaluate(
  ordered: readonly OrderedPromotion[],
  pieces: readonly CountedPieces[],
): BenefitChange[] {
  const goods = pieces.flatMap(({ keys, quantity, unit_price }, at) =>
    keys ? [{ at, line: { keys, quantity, unit_price } }] : [],
  )
  const cart: OfferCart = {
    lines: goods.map(({ line }) => line),
    delivery: null,
    gifts: new Map(ordered.map(({ promotion, amount }) => [promotion.key, amount])),
  }
  const promotions = ordered.map(({ promotion }) => promotion)
  const matched = new Map(matchGoods(cart, [], promotions))
  const all = cart.lines.map((_, at) => at)
  const off = pieces.map(({ discount }) => discount)
  const changes: BenefitChange[] = []
  let rest = wholeOf(cart)
  for (const { promotion, amount } of ordered) {
    const own = matched.get(promotion)
    const counted = promotion.conditions.minimum.of === 'cart' ? all : (own?.lines ?? [])
    const isMet = own && !missingFor(promotion, counted, cart)
    const applied = isMet ? applyEffect(promotion, own, cart, rest) : nothing
    if (isMet) rest = lessen(rest, applied)
    if (promotion.on_return !== 're_evaluate') continue
    const present = pieces.map(({ named }) => named.find(({ key }) => key === promotion.key)?.amount ?? 0)
    const open = present.map((part, at) => (pieces[at]?.is_open ? part : 0))
    const target = Math.max(0, Math.min(applied.amount, amount) - (sum(present) - sum(open)))
    const room = roomFor(applied, goods, pieces, off)
    const lost = sum(open) - target
    const shares =
      lost >= 0 ? spread(lost, open) : spread(Math.min(-lost, sum(room)), room).map((share) => -share)
    for (const [at, less] of shares.entries()) {
      if (less === 0) continue
      // What one loses is no room for another: losses may be limited.
      off[at] = (off[at] ?? 0) + Math.max(0, -less)
      const { key, name, code } = promotion
      changes.push({ at, named: { key, name, code, ...isGift(promotion) }, less })
    }
  }
  return changes
}

const nothing: Applied = { amount: 0, off: [], used: null, delivery: 0 }

const isGift = (promotion: Promotion) => (giftsOf(promotion).length > 0 ? { is_gift: true as const } : {})

/** The most that open pieces can get of an effect: nothing of a gift. */
function roomFor(
  { off: given }: Applied,
  goods: readonly { at: number }[],
  pieces: readonly CountedPieces[],
  off: readonly number[],
): number[] {
  const room = pieces.map(() => 0)
  for (const [number, { at }] of goods.entries()) {
    const { quantity = 0, unit_price = 0, is_open = false } = pieces[at] ?? {}
    if (is_open) room[at] = Math.min(given[number] ?? 0, quantity * unit_price - (off[at] ?? 0))
  }
  return room
}

/** The changes, with losses that cost the customer no more than `most`; gains stay as they are. */
export function withinCost(
  changes: readonly BenefitChange[],
  most: number,
  costOf: (changes: readonly BenefitChange[]) => number,
): BenefitChange[] {
  const losses = changes.map(({ less }) => Math.max(0, less))
  let [left, found] = [sum(losses), [...changes]]
  for (let over = costOf(found) - most; over > 0 && left > 0; over = costOf(found) - most) {
    left = Math.max(0, left - Math.ceil(over / 2))
    const shares = spread(left, losses)
    found = changes.map((change, at) => (change.less < 0 ? change : { ...change, less: shares[at] ?? 0 }))
  }
  return found.filter(({ less }) => less !== 0)
}
