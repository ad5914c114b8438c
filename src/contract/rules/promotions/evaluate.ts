import { type Applied, applyEffect, goodsOf, type Matched, type Rest, sum } from './apply-effect.ts'
import { matchGoods } from './match-goods.ts'
import {
  type Adjustment,
  classOf,
  type Evaluation,
  type OfferCart,
  type OfferContext,
  type OfferMessage,
  type Promotion,
} from './promotion.ts'

/** Up to this number of promotions that apply, the best combination is found exactly. */
export const MOST_COMPARED = 12
const MOST_MESSAGES = 3

/** A promotion that applies, and what it gives by itself. */
type Candidate = { promotion: Promotion; matched: Matched; alone: number; bound: number }

/**
 * What promotions take off a cart, by these rules; the page and the server use it alike. It reads and changes nothing else, and all
 * amounts are whole minor units.
 *
 * - A promotion applies if its conditions are met and it takes something off by itself; one of delivery applies before a delivery is chosen too,
 *   and one with a gift while a gift is there.
 *   Minima and tiers count prices before all promotions.
 * - Promotions of goods are applied first, then those of the order, then those of delivery; of one class the one of higher priority,
 *   of equal ones the one given first. A piece counts for one promotion of goods alone. Those of the order reduce what is left.
 * - Of all combinations in which every two promotions name each other's class, the one counts that takes most off goods and the chosen
 *   delivery. Of equal ones the one that has the earlier promotion. With more than 12 that apply, the 12 that give most by
 *   themselves are compared.
 * - A gift is compared by its price. It counts for no condition, no other promotion reduces it, and it goes when its promotion does not count.
 * - Never more than the goods are worth: an amount is spread over its lines by largest remainder.
 *
 * @param promotions of the shop; the list is indexed once, so callers pass the same one
 * @param own of this cart alone, such as its coupon; given after the others
 */
export function evaluate(
  cart: OfferCart,
  promotions: readonly Promotion[],
  context: OfferContext,
  own: readonly Promotion[] = [],
): Evaluation {
  const all = cart.lines.map((_, at) => at)
  const whole = wholeOf(cart)
  const candidates: Candidate[] = []
  const messages: OfferMessage[] = []
  for (const [promotion, matched] of matchGoods(cart, promotions, own)) {
    if (!isOpen(promotion, context) || isSoldOut(promotion, cart)) continue
    const missing = missingFor(
      promotion,
      promotion.conditions.minimum.of === 'cart' ? all : matched.lines,
      cart,
    )
    if (missing) {
      messages.push({ promotion, ...missing })
      continue
    }
    const { amount: alone } = applyEffect(promotion, matched, cart, whole)
    if (alone === 0 && !isFreeAnyway(promotion)) continue
    candidates.push({ promotion, matched, alone, bound: boundOf(promotion, matched, cart, alone) })
  }
  return {
    ...combine(cart, whole, compared(candidates), context),
    messages: messages.sort(byNearness).slice(0, MOST_MESSAGES),
  }
}

/** Of a cart before all promotions. */
export const wholeOf = (cart: OfferCart): Rest => ({
  pieces: cart.lines.map(({ quantity }) => quantity),
  worth: cart.lines.map(({ quantity, unit_price }) => quantity * unit_price),
  delivery: cart.delivery?.price ?? 0,
})

const isGift = ({ effect: { type } }: Promotion) => type === 'gift'

const isSoldOut = (promotion: Promotion, { gifts }: OfferCart) =>
  isGift(promotion) && gifts?.get(promotion.key) === undefined

/** It counts although it takes nothing off: a delivery may be chosen later, and a gift may have no price. */
const isFreeAnyway = (promotion: Promotion) => isGift(promotion) || classOf(promotion.effect) === 'shipping'

function isOpen(
  { key, code, starts_at, ends_at, conditions }: Promotion,
  {
    now,
    weekday,
    is_signed_in,
    has_ordered,
    customer_in,
    country,
    payment_method,
    codes,
    limits,
  }: OfferContext,
): boolean {
  const among = <Value>(list: readonly Value[], value: Value | null) =>
    list.length === 0 || (value !== null && list.includes(value))
  return (
    (code === null || codes.includes(code)) &&
    (starts_at === null || starts_at <= now) &&
    (ends_at === null || now <= ends_at) &&
    !limits.get(key)?.is_used_up &&
    !(conditions.is_first_order_only && has_ordered) &&
    !(conditions.is_signed_in_only && !is_signed_in) &&
    (conditions.customers.length === 0 || conditions.customers.some((key) => customer_in.includes(key))) &&
    among(conditions.countries, country) &&
    among(conditions.payment_methods, payment_method) &&
    among(conditions.weekdays, weekday)
  )
}

/** What the cart lacks for a promotion, in minor units before pieces; pieces too for a group that is begun. */
export function missingFor(
  { conditions: { minimum }, effect }: Promotion,
  counted: readonly number[],
  cart: OfferCart,
): Pick<OfferMessage, 'unit' | 'missing' | 'needed'> | undefined {
  const goods = goodsOf(cart, counted)
  if (goods < minimum.amount)
    return { unit: 'amount', missing: minimum.amount - goods, needed: minimum.amount }
  const pieces = sum(counted.map((at) => cart.lines[at]?.quantity ?? 0))
  const grouped =
    effect.type === 'bundle'
      ? effect.count
      : effect.type === 'buy_get' && !effect.other
        ? effect.buy + effect.get
        : 0
  const needed = Math.max(minimum.quantity, minimum.of === 'scope' ? grouped : 0)
  return pieces < needed ? { unit: 'pieces', missing: needed - pieces, needed } : undefined
}

/** The one whose larger part is reached first. */
const byNearness = (a: OfferMessage, b: OfferMessage) =>
  a.missing / a.needed - b.missing / b.needed || (a.promotion.key < b.promotion.key ? -1 : 1)

/**
 * The most that a promotion can give in any combination. Fewer pieces never let an effect give more, except those that reduce the
 * cheapest pieces: without these they reduce dearer ones.
 */
function boundOf({ effect }: Promotion, { lines, other }: Matched, cart: OfferCart, alone: number): number {
  if (effect.type !== 'buy_get' || (effect.other === null && effect.reduced === 'group')) return alone
  return goodsOf(cart, effect.other === null ? lines : other)
}

/** Those that are compared, in the order in which they are applied. */
function compared(candidates: readonly Candidate[]): readonly Candidate[] {
  const ordered = inOrder(candidates)
  if (ordered.length <= MOST_COMPARED) return ordered
  const strongest = new Set(ordered.toSorted((a, b) => b.alone - a.alone).slice(0, MOST_COMPARED))
  return ordered.filter((candidate) => strongest.has(candidate))
}

const steps = { product: 0, order: 1, shipping: 2 }

/** Sorting keeps the given order of equal ones. */
const inOrder = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted(
    ({ promotion: a }, { promotion: b }) =>
      steps[classOf(a.effect)] - steps[classOf(b.effect)] || b.priority - a.priority,
  )

/** The best combination: all are tried, except those that cannot be better than one found before. */
function combine(
  cart: OfferCart,
  whole: Rest,
  candidates: readonly Candidate[],
  { limits }: OfferContext,
): Omit<Evaluation, 'messages'> {
  const isWith = candidates.map(({ promotion: a }) =>
    candidates.map(
      ({ promotion: b }) =>
        a.combines_with.includes(classOf(b.effect)) && b.combines_with.includes(classOf(a.effect)),
    ),
  )
  // The most that can still be found from each candidate on.
  const still = candidates.map((_, at) => sum(candidates.slice(at).map(({ bound }) => bound)))
  type Chosen = { at: number; promotion: Promotion; applied: Applied }
  let best: readonly Chosen[] = []
  let most = -1

  function search(at: number, rest: Rest, chosen: readonly Chosen[], saved: number) {
    const candidate = candidates[at]
    if (!candidate) {
      if (saved > most) [most, best] = [saved, chosen]
      return
    }
    if (saved + (still[at] ?? 0) <= most) return
    if (chosen.every((one) => isWith[one.at]?.[at])) {
      const { promotion, matched } = candidate
      const applied = applyEffect(promotion, matched, cart, rest)
      const left = limits.get(promotion.key)?.budget_left ?? null
      if (left === null || applied.amount <= left)
        search(at + 1, lessen(rest, applied), [...chosen, { at, promotion, applied }], saved + applied.amount)
    }
    search(at + 1, rest, chosen, saved)
  }
  search(0, whole, [], 0)

  const found: Omit<Evaluation, 'messages'> = { lines: [], order: [], gifts: [], shipping: [] }
  for (const { promotion, applied } of best) {
    const adjustment: Adjustment = { promotion, amount: applied.amount, shares: applied.off }
    const kind = classOf(promotion.effect)
    if (kind === 'shipping') found.shipping.push(adjustment)
    else if (isGift(promotion)) found.gifts.push(adjustment)
    else if (applied.amount > 0) found[kind === 'product' ? 'lines' : 'order'].push(adjustment)
  }
  return found
}

/** What an effect leaves. */
export const lessen = (rest: Rest, { off, used, delivery }: Applied): Rest => ({
  pieces: used ? rest.pieces.map((pieces, at) => pieces - (used[at] ?? 0)) : rest.pieces,
  worth: rest.worth.map((worth, at) => worth - (off[at] ?? 0)),
  delivery: rest.delivery - delivery,
})
