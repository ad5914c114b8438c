import type { Conditions, Effect, OfferCart, OfferContext, Promotion, Scope } from './promotion.ts'

/**
 * What promotions give by the text of their rules (`evaluate.ts`, issue M): piece by piece, and every combination tried. It shares no code
 * with the engine and is far too slow for a shop.
 */
export function expectedOffers(cart: OfferCart, promotions: readonly Promotion[], context: OfferContext) {
  const order = ['product', 'order', 'shipping']
  const giftOf = ({ key }: Promotion) => cart.gifts?.get(key)
  /** Counts although it takes nothing off: a gift that is there, whatever it costs, and free delivery. */
  const isAlways = (promotion: Promotion) =>
    promotion.effect.type === 'gift'
      ? giftOf(promotion) !== undefined
      : kindOf(promotion.effect) === 'shipping'
  const apply = (chosen: readonly Promotion[]) => applyAll(cart, chosen)
  const counted = promotions
    .map((promotion, at) => ({ promotion, at, alone: apply([promotion]).saved }))
    .filter(({ promotion }) => isMet(promotion, cart, context))
    .filter(({ promotion, alone }) => alone > 0 || isAlways(promotion))
    .sort(
      (a, b) =>
        order.indexOf(kindOf(a.promotion.effect)) - order.indexOf(kindOf(b.promotion.effect)) ||
        b.promotion.priority - a.promotion.priority ||
        a.at - b.at,
    )
  const compared = [...counted].sort((a, b) => b.alone - a.alone).slice(0, 12)
  const candidates = counted.filter((one) => compared.includes(one)).map(({ promotion }) => promotion)

  let best: ReturnType<typeof apply> | undefined
  // From all to none: of equal combinations the one with the earlier promotion comes first.
  for (let bits = 2 ** candidates.length - 1; bits >= 0; bits--) {
    const chosen = candidates.filter((_, at) => bits & (1 << (candidates.length - 1 - at)))
    const isAllowed = chosen.every((one) =>
      chosen.every((other) => one === other || one.combines_with.includes(kindOf(other.effect))),
    )
    if (!isAllowed) continue
    const result = apply(chosen)
    const isWithin = result.given.every(
      ({ key, amount }) => amount <= (context.limits.get(key)?.budget_left ?? Number.POSITIVE_INFINITY),
    )
    if (isWithin && (!best || result.saved > best.saved)) best = result
  }
  const always = new Map(promotions.map((promotion) => [promotion.key, isAlways(promotion)]))
  return {
    candidates: counted.length,
    saved: best?.saved ?? 0,
    given: (best?.given ?? []).filter(({ key, amount }) => amount > 0 || always.get(key)),
  }
}

/** Applied one after another. */
function applyAll(cart: OfferCart, chosen: readonly Promotion[]) {
  const pieces = cart.lines.flatMap(({ quantity, unit_price }, line) =>
    Array.from({ length: quantity }, () => ({ line, price: unit_price, isUsed: false })),
  )
  const worth = cart.lines.map(({ quantity, unit_price }) => quantity * unit_price)
  let delivery = cart.delivery?.price ?? 0
  const given = chosen.map((promotion) => {
    const shares = give(promotion, { cart, pieces, worth, delivery })
    const off = total(shares)
    // A gift is a piece of its own: nothing of the cart is used or reduced.
    if (promotion.effect.type === 'gift')
      return { key: promotion.key, amount: cart.gifts?.get(promotion.key) ?? 0, shares }
    if (kindOf(promotion.effect) === 'shipping') {
      const part = offDelivery(promotion.effect, cart, delivery)
      delivery -= part
      return { key: promotion.key, amount: part, shares }
    }
    shares.forEach((share, line) => {
      worth[line] = (worth[line] ?? 0) - share
    })
    return { key: promotion.key, amount: off, shares }
  })
  return { given, saved: total(given.map(({ amount }) => amount)) }
}

/** What promotions whose other conditions are met give a cart, each by its key. */
export function expectedTogether(cart: OfferCart, promotions: readonly Promotion[]) {
  const met = promotions.filter((promotion) => isMet(promotion, cart, anyone))
  return new Map(applyAll(cart, met).given.map(({ key, amount }) => [key, amount]))
}

const anyone: OfferContext = {
  ...{ now: 0, weekday: 1, is_signed_in: true, has_ordered: false, customer_in: [], country: null },
  ...{ payment_method: null, codes: [], limits: new Map() },
}

type Piece = { line: number; price: number; isUsed: boolean }
type State = { cart: OfferCart; pieces: Piece[]; worth: readonly number[]; delivery: number }

function kindOf({ type }: Effect) {
  if (type === 'free_delivery') return 'shipping'
  return ['order_percentage', 'order_amount', 'order_tiers'].includes(type) ? 'order' : 'product'
}

const holds = ({ any_of, all_of, none_of }: Scope, keys: readonly string[]) =>
  (any_of ?? ['']).some((key) => any_of === null || keys.includes(key)) &&
  all_of.filter((key) => !keys.includes(key)).length === 0 &&
  none_of.filter((key) => keys.includes(key)).length === 0

const linesOf = (scope: Scope, cart: OfferCart) =>
  cart.lines.flatMap(({ keys }, line) => (holds(scope, keys) ? [line] : []))

function isMet(
  { key, code, scope, starts_at, ends_at, conditions, effect }: Promotion,
  cart: OfferCart,
  context: OfferContext,
) {
  const meant = linesOf(scope, cart)
  if (meant.length === 0) return false
  if (code !== null && !context.codes.includes(code)) return false
  if (context.now < (starts_at ?? 0) || context.now > (ends_at ?? Number.POSITIVE_INFINITY)) return false
  if (context.limits.get(key)?.is_used_up) return false
  if (!isForShopper(conditions, context)) return false
  const { minimum } = conditions
  const counted = cart.lines.filter((_, line) => minimum.of === 'cart' || meant.includes(line))
  const pieces = total(counted.map(({ quantity }) => quantity))
  const isGroup =
    minimum.of === 'scope' && (effect.type === 'bundle' || (effect.type === 'buy_get' && !effect.other))
  if (isGroup && pieces < (effect.type === 'bundle' ? effect.count : effect.buy + effect.get)) return false
  return (
    total(counted.map(({ quantity, unit_price }) => quantity * unit_price)) >= minimum.amount &&
    pieces >= minimum.quantity
  )
}

const isForShopper = (conditions: Conditions, context: OfferContext) =>
  !(conditions.is_first_order_only && context.has_ordered) &&
  (context.is_signed_in || !conditions.is_signed_in_only) &&
  (conditions.customers.length === 0 ||
    context.customer_in.some((key) => conditions.customers.includes(key))) &&
  (conditions.countries.length === 0 || conditions.countries.includes(context.country ?? '')) &&
  (conditions.payment_methods.length === 0 ||
    conditions.payment_methods.includes(context.payment_method ?? '')) &&
  (conditions.weekdays.length === 0 || conditions.weekdays.includes(context.weekday))

function offDelivery(effect: Effect, { delivery }: OfferCart, left: number) {
  if (effect.type !== 'free_delivery' || !delivery) return 0
  if (effect.methods && !effect.methods.includes(delivery.code)) return 0
  return effect.at_most === null ? left : Math.min(effect.at_most, left)
}

/** The amount off each line; marks the pieces that count for it. */
function give({ scope, effect }: Promotion, { cart, pieces, worth }: State): number[] {
  const meant = linesOf(scope, cart)
  const shares = cart.lines.map(() => 0)
  const take = (piece: Piece, off: number) => {
    piece.isUsed = true
    shares[piece.line] = (shares[piece.line] ?? 0) + off
  }
  const dearestFirst = (lines: readonly number[]) =>
    pieces
      .filter(({ line, isUsed }) => !isUsed && lines.includes(line))
      .sort((a, b) => b.price - a.price || a.line - b.line)
  const free = dearestFirst(meant)
  const all = cart.lines.filter((_, line) => meant.includes(line))
  const goods = total(all.map(({ quantity, unit_price }) => quantity * unit_price))
  switch (effect.type) {
    case 'percentage': {
      for (const piece of free) take(piece, part(piece.price, effect.percent))
      const found = total(shares)
      return effect.at_most !== null && found > effect.at_most ? shared(effect.at_most, shares) : shares
    }
    case 'amount':
      for (const piece of free) take(piece, Math.min(effect.amount, piece.price))
      return shares
    case 'price':
      for (const piece of free) take(piece, Math.max(piece.price - effect.price, 0))
      return shares
    case 'quantity_tiers': {
      const percent = percentAt(effect.tiers, total(all.map(({ quantity }) => quantity)))
      for (const piece of free) take(piece, part(piece.price, percent))
      return shares
    }
    case 'bundle': {
      let [saved, made] = [0, 0]
      const bundled = cart.lines.map(() => 0)
      while (effect.most === null || made < effect.most) {
        const group = free.splice(0, effect.count)
        const value = total(group.map(({ price }) => price))
        if (group.length < effect.count || value <= effect.price) break
        for (const piece of group) {
          take(piece, 0)
          bundled[piece.line] = (bundled[piece.line] ?? 0) + piece.price
        }
        saved += value - effect.price
        made += 1
      }
      return saved === 0 ? shares : shared(saved, bundled)
    }
    case 'buy_get': {
      const { buy, get, percent, other, most, reduced } = effect
      if (other)
        return giveOther({ buy, get, percent, most }, free, dearestFirst(linesOf(other, cart)), take, shares)
      const groups = Math.min(Math.floor(free.length / (buy + get)), most ?? Number.POSITIVE_INFINITY)
      for (let group = 0; group < groups; group++)
        for (let number = 0; number < buy + get; number++) {
          const isReduced = number >= buy
          const from =
            reduced === 'group'
              ? group * (buy + get) + number
              : isReduced
                ? free.length - 1 - (group * get + number - buy)
                : group * buy + number
          const piece = free[from]
          if (piece) take(piece, isReduced ? part(piece.price, percent) : 0)
        }
      return shares
    }
    case 'gift':
    case 'free_delivery':
      return shares
    default: {
      const left = worth.map((value, line) => (meant.includes(line) ? value : 0))
      const wanted =
        effect.type === 'order_amount'
          ? effect.amount
          : effect.type === 'order_tiers'
            ? part(total(left), percentAt(effect.tiers, goods))
            : Math.min(part(total(left), effect.percent), effect.at_most ?? Number.POSITIVE_INFINITY)
      return shared(Math.min(wanted, total(left)), left)
    }
  }
}

type Gift = { buy: number; get: number; percent: number; most: number | null }

/** As many groups as there are pieces for; the cheapest are given, as far as the pieces to buy remain. */
function giveOther(
  { buy, get, percent, most }: Gift,
  bought: Piece[],
  given: Piece[],
  take: (piece: Piece, off: number) => void,
  shares: number[],
) {
  const both = bought.filter((piece) => given.includes(piece))
  let groups = 0
  const isPossible = (count: number) => {
    const toBuy = Math.max(0, count * buy - (bought.length - both.length))
    const toGive = Math.max(0, count * get - (given.length - both.length))
    return toBuy + toGive <= both.length
  }
  while ((most === null || groups < most) && isPossible(groups + 1)) groups += 1
  const presents: Piece[] = []
  for (const piece of [...given].reverse()) {
    if (presents.length === groups * get) break
    const rest = bought.filter((one) => one !== piece && !presents.includes(one)).length
    if (rest >= groups * buy) presents.push(piece)
  }
  for (const piece of presents) take(piece, part(piece.price, percent))
  const left = bought.filter((piece) => !presents.includes(piece))
  const first = [
    ...left.filter((piece) => !both.includes(piece)),
    ...left.filter((piece) => both.includes(piece)),
  ]
  for (const piece of first.slice(0, groups * buy)) take(piece, 0)
  return shares
}

const percentAt = (tiers: readonly { from: number; percent: number }[], reached: number) =>
  [...tiers].sort((a, b) => b.from - a.from).find(({ from }) => from <= reached)?.percent ?? 0

/** Rounded half up. */
const part = (amount: number, percent: number) => Math.floor((2 * amount * percent + 100) / 200)

/** By largest remainder; of equal ones the earlier line. */
function shared(amount: number, weights: readonly number[]): number[] {
  const sum = total(weights)
  if (sum === 0) return weights.map(() => 0)
  const parts = weights.map((weight) => Math.floor((amount * weight) / sum))
  const remainders = weights.map((weight, at) => ({ at, left: (amount * weight) % sum }))
  remainders.sort((a, b) => b.left - a.left || a.at - b.at)
  for (const { at } of remainders.slice(0, amount - total(parts))) parts[at] = (parts[at] ?? 0) + 1
  return parts
}

const total = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
