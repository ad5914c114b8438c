import { percentOf, spread } from '#contract/money.ts'
import type { Effect, OfferCart, Promotion } from './promotion.ts'

/** What is left of a cart between two promotions, by line. */
export type Rest = {
  /** Pieces that no promotion of goods has used. */
  pieces: readonly number[]
  /** Value in minor units. */
  worth: readonly number[]
  delivery: number
}

/** `off` and `used` (pieces) by line. */
export type Applied = {
  amount: number
  off: readonly number[]
  used: readonly number[] | null
  delivery: number
}

/** The lines that an effect is about by their numbers, those of the dearest pieces first; `other`: of the goods given. */
export type Matched = { lines: readonly number[]; other: readonly number[] }

/** Pieces of one line, at one price. */
type Run = { at: number; price: number; count: number }

/** What a promotion takes off what the promotions before it have left. */
export function applyEffect(
  { key, effect }: Promotion,
  { lines, other }: Matched,
  cart: OfferCart,
  rest: Rest,
): Applied {
  switch (effect.type) {
    case 'percentage': {
      const applied = offEach(cart, rest, lines, (price) => percentOf(price, effect.percent))
      return atMost(applied, effect.at_most)
    }
    case 'amount':
      return offEach(cart, rest, lines, (price) => Math.min(price, effect.amount))
    case 'price':
      return offEach(cart, rest, lines, (price) => Math.max(0, price - effect.price))
    case 'quantity_tiers': {
      const percent = tierOf(effect.tiers, sum(lines.map((at) => cart.lines[at]?.quantity ?? 0)))
      return offEach(cart, rest, lines, (price) => percentOf(price, percent))
    }
    case 'buy_get':
      return effect.other === null
        ? buyAndGet(effect, cart, runsOf(cart, rest, lines))
        : buyAndGetOther(effect, cart, runsOf(cart, rest, lines), runsOf(cart, rest, other))
    case 'bundle':
      return bundle(effect, cart, runsOf(cart, rest, lines))
    // Beside the lines of the cart: they keep their pieces and prices.
    case 'gift':
      return {
        ...{ amount: cart.gifts?.get(key) ?? 0, used: null, delivery: 0 },
        off: cart.lines.map(() => 0),
      }
    case 'free_delivery': {
      const isMeant = cart.delivery !== null && (effect.methods?.includes(cart.delivery.code) ?? true)
      const amount = isMeant ? Math.min(rest.delivery, effect.at_most ?? rest.delivery) : 0
      return { amount, off: cart.lines.map(() => 0), used: null, delivery: amount }
    }
    default:
      return offOrder(effect, cart, rest, lines)
  }
}

type OrderEffect = Extract<Effect, { type: 'order_percentage' | 'order_amount' | 'order_tiers' }>

function offOrder(effect: OrderEffect, cart: OfferCart, rest: Rest, lines: readonly number[]): Applied {
  const left = new Array<number>(cart.lines.length).fill(0)
  for (const at of lines) left[at] = rest.worth[at] ?? 0
  const worth = sum(left)
  const amount = Math.min(worth, amountOff(effect, worth, goodsOf(cart, lines)))
  return { amount, off: spread(amount, left), used: null, delivery: 0 }
}

/** `goods`: the same before all promotions, which decides the tier. */
function amountOff(effect: OrderEffect, worth: number, goods: number): number {
  if (effect.type === 'order_amount') return effect.amount
  if (effect.type === 'order_tiers') return percentOf(worth, tierOf(effect.tiers, goods))
  return Math.min(percentOf(worth, effect.percent), effect.at_most ?? worth)
}

/** In minor units, at prices before all promotions. */
export const goodsOf = (cart: OfferCart, lines: readonly number[]): number =>
  sum(lines.map((at) => (cart.lines[at]?.quantity ?? 0) * (cart.lines[at]?.unit_price ?? 0)))

/** The percentage of the highest tier that is reached; 0 below the first. */
const tierOf = (tiers: readonly { from: number; percent: number }[], reached: number): number =>
  tiers.reduce((best, tier) => (tier.from <= reached && tier.from > best.from ? tier : best), {
    from: -1,
    percent: 0,
  }).percent

function offEach(
  cart: OfferCart,
  rest: Rest,
  lines: readonly number[],
  off: (price: number) => number,
): Applied {
  const parts = runsOf(cart, rest, lines).map(({ at, price, count }) => ({
    at,
    used: count,
    off: count * off(price),
  }))
  return appliedOf(cart, parts)
}

/** Largest remainder over what it would have been. */
function atMost(applied: Applied, most: number | null): Applied {
  if (most === null || applied.amount <= most) return applied
  return { ...applied, amount: most, off: spread(most, applied.off) }
}

/** In the order of the lines: the dearest pieces first. */
function runsOf(cart: OfferCart, rest: Rest, lines: readonly number[]): Run[] {
  const runs: Run[] = []
  for (const at of lines) {
    const count = rest.pieces[at] ?? 0
    if (count > 0) runs.push({ at, price: cart.lines[at]?.unit_price ?? 0, count })
  }
  return runs
}

type BuyGet = Extract<Effect, { type: 'buy_get' }>

function buyAndGet(
  { buy, get, percent, reduced, most }: BuyGet,
  cart: OfferCart,
  runs: readonly Run[],
): Applied {
  const size = buy + get
  const total = piecesOf(runs)
  const groups = Math.min(Math.floor(total / size), most ?? total)
  // How many of the first pieces are reduced, and used.
  const isByGroup = reduced === 'group'
  const reducedUpTo = isByGroup
    ? (end: number) => {
        const within = Math.min(end, groups * size)
        return Math.floor(within / size) * get + Math.max(0, (within % size) - buy)
      }
    : (end: number) => Math.max(0, end - (total - groups * get))
  const usedUpTo = isByGroup
    ? (end: number) => Math.min(end, groups * size)
    : (end: number) => Math.min(end, groups * buy) + reducedUpTo(end)
  let start = 0
  const parts = runs.map(({ at, price, count }) => {
    const end = start + count
    const off = (reducedUpTo(end) - reducedUpTo(start)) * percentOf(price, percent)
    const used = usedUpTo(end) - usedUpTo(start)
    start = end
    return { at, used, off }
  })
  return appliedOf(cart, parts)
}

/**
 * The reduced pieces are the cheapest of the other goods. A piece that is of both kinds is given away only if enough pieces to buy remain;
 * bought are first those that are of one kind alone.
 */
function buyAndGetOther(
  { buy, get, percent, most }: BuyGet,
  cart: OfferCart,
  bought: readonly Run[],
  given: readonly Run[],
): Applied {
  const isBought = new Set(bought.map(({ at }) => at))
  const isGiven = new Set(given.map(({ at }) => at))
  const both = piecesOf(bought.filter(({ at }) => isGiven.has(at)))
  const [canBuy, canGive] = [piecesOf(bought), piecesOf(given)]
  const groups = Math.min(
    Math.floor(canBuy / buy),
    Math.floor(canGive / get),
    Math.floor((canBuy + canGive - both) / (buy + get)),
    most ?? canBuy,
  )
  const left = new Map([...bought, ...given].map(({ at, count }) => [at, count]))
  let [toGive, ofBoth] = [groups * get, both - Math.max(0, groups * buy - (canBuy - both))]
  const parts = given.toReversed().map(({ at, price, count }) => {
    const taken = Math.min(count, toGive, isBought.has(at) ? ofBoth : count)
    toGive -= taken
    if (isBought.has(at)) ofBoth -= taken
    left.set(at, count - taken)
    return { at, used: taken, off: taken * percentOf(price, percent) }
  })
  let toBuy = groups * buy
  const alone = bought.filter(({ at }) => !isGiven.has(at))
  for (const { at } of [...alone, ...bought.filter(({ at }) => isGiven.has(at))]) {
    const taken = Math.min(left.get(at) ?? 0, toBuy)
    toBuy -= taken
    parts.push({ at, used: taken, off: 0 })
  }
  return appliedOf(cart, parts)
}

/** The dearest pieces make the groups; one that is worth no more than its price is not made. What is saved is spread by value. */
function bundle(
  { count, price, most }: Extract<Effect, { type: 'bundle' }>,
  cart: OfferCart,
  runs: readonly Run[],
): Applied {
  const worth = cart.lines.map(() => 0)
  const used = cart.lines.map(() => 0)
  const left = runs.map((run) => ({ ...run }))
  let [amount, groups] = [0, 0]
  while (groups < (most ?? Number.POSITIVE_INFINITY)) {
    const group: Run[] = []
    let missing = count
    for (const { at, price: each, count: available } of left) {
      const taken = Math.min(available, missing)
      if (taken > 0) group.push({ at, price: each, count: taken })
      missing -= taken
    }
    const value = sum(group.map((run) => run.price * run.count))
    if (missing > 0 || value <= price) break
    // Groups of equal pieces are made at once.
    const whole =
      group.length === 1 ? Math.floor((left.find((run) => run.at === group[0]?.at)?.count ?? 0) / count) : 1
    const times = Math.min(whole, (most ?? Number.POSITIVE_INFINITY) - groups)
    for (const { at, price: each, count: taken } of group) {
      const run = left.find((one) => one.at === at)
      if (run) run.count -= taken * times
      used[at] = (used[at] ?? 0) + taken * times
      worth[at] = (worth[at] ?? 0) + taken * times * each
    }
    amount += (value - price) * times
    groups += times
  }
  return { amount, off: amount > 0 ? spread(amount, worth) : worth.map(() => 0), used, delivery: 0 }
}

function appliedOf(cart: OfferCart, parts: readonly { at: number; used: number; off: number }[]): Applied {
  const off = new Array<number>(cart.lines.length).fill(0)
  const used = new Array<number>(cart.lines.length).fill(0)
  for (const part of parts) {
    off[part.at] = (off[part.at] ?? 0) + part.off
    used[part.at] = (used[part.at] ?? 0) + part.used
  }
  return { amount: sum(off), off, used, delivery: 0 }
}

const piecesOf = (runs: readonly Run[]) => sum(runs.map(({ count }) => count))

export const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
