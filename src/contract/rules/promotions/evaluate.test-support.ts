import {
  type Effect,
  type OfferCart,
  type OfferContext,
  type Promotion,
  promotionWith,
  type Scope,
} from './promotion.ts'

/** A number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number

/** A deterministic generator: the same numbers for the same seed on every machine (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const kinds = ['category:1', 'category:2', 'brand:1', 'tag:1', 'sale:1']
const classes = ['product', 'order', 'shipping'] as const

/** A random cart with promotions of every kind; `most`: pieces of a line. */
export function randomOffers(random: Random, { most = 4 }: { most?: number } = {}) {
  const upTo = (limit: number) => Math.floor(random() * (limit + 1))
  const oneOf = <Item>(items: readonly Item[]): Item => items[upTo(items.length - 1)] ?? items[0]!
  const some = <Item>(items: readonly Item[], share: number) => items.filter(() => random() < share)
  const maybe = <Item>(share: number, make: () => Item): Item | null => (random() < share ? make() : null)

  const lines = Array.from({ length: upTo(5) }, (_, at) => ({
    quantity: 1 + upTo(most - 1),
    unit_price: oneOf([upTo(200), upTo(50_000), upTo(50_000), oneOf([9_900, 19_900]), 0]),
    keys: [`product:${at + 1}`, ...some(kinds, 0.4)],
  }))
  const gifts = new Map<string, number>()
  const cart: OfferCart = {
    lines,
    delivery: maybe(0.7, () => ({ code: oneOf(['standard', 'express']), price: upTo(9_000) })),
    gifts,
  }

  const scope = (): Scope => ({
    any_of: maybe(0.6, () => some(['product:1', 'product:2', 'product:3', ...kinds], 0.3)),
    all_of: some(['sale:1'], 0.1),
    none_of: some(['sale:1', 'product:2'], 0.1),
  })
  const tiers = (from: () => number) =>
    Array.from({ length: 1 + upTo(2) }, () => ({ from: from(), percent: 1 + upTo(99) }))
  const effect = (): Effect =>
    oneOf<() => Effect>([
      () => ({ type: 'percentage', percent: 1 + upTo(99), at_most: maybe(0.3, () => 1 + upTo(9_000)) }),
      () => ({ type: 'amount', amount: 1 + upTo(20_000) }),
      () => ({ type: 'price', price: upTo(30_000) }),
      () => ({
        type: 'buy_get',
        buy: 1 + upTo(2),
        get: 1 + upTo(1),
        percent: oneOf([100, 100, 50, 33]),
        other: maybe(0.5, scope),
        reduced: oneOf(['group', 'cheapest']),
        most: maybe(0.3, () => 1 + upTo(1)),
      }),
      () => ({
        type: 'bundle',
        count: 2 + upTo(2),
        price: upTo(90_000),
        most: maybe(0.3, () => 1 + upTo(1)),
      }),
      () => ({ type: 'quantity_tiers', tiers: tiers(() => 1 + upTo(8)) }),
      () => ({ type: 'order_percentage', percent: 1 + upTo(99), at_most: maybe(0.3, () => 1 + upTo(9_000)) }),
      () => ({ type: 'order_amount', amount: 1 + upTo(40_000) }),
      () => ({ type: 'order_tiers', tiers: tiers(() => upTo(100_000)) }),
      () => ({ type: 'gift', products: [1] }),
      () => ({
        type: 'free_delivery',
        methods: maybe(0.3, () => ['standard']),
        at_most: maybe(0.3, () => 1 + upTo(6_000)),
      }),
    ])()

  const isLong = random() < 0.01
  const limits = new Map<string, { is_used_up: boolean; budget_left: number | null }>()
  const promotions = Array.from({ length: isLong ? 18 : 1 + upTo(5) }, (_, at): Promotion => {
    const key = `promotion:${at + 1}`
    if (random() < 0.15)
      limits.set(key, { is_used_up: random() < 0.2, budget_left: maybe(0.7, () => upTo(20_000)) })
    const plain = promotionWith({ key, name: key, effect: effect() })
    if (plain.effect.type === 'gift' && random() < 0.8) gifts.set(key, oneOf([0, upTo(500), upTo(30_000)]))
    if (isLong) return { ...plain, priority: upTo(2), combines_with: classes }
    return {
      ...plain,
      code: maybe(0.2, () => oneOf(['SAVE', 'OTHER'])),
      priority: upTo(2),
      starts_at: maybe(0.05, () => oneOf([900, 1_100])),
      ends_at: maybe(0.05, () => oneOf([900, 1_100])),
      scope: scope(),
      combines_with: random() < 0.6 ? classes : some(classes, 0.5),
      conditions: {
        minimum: {
          of: oneOf(['scope', 'cart']),
          amount: oneOf([0, 0, upTo(90_000)]),
          quantity: oneOf([0, 0, upTo(6)]),
        },
        is_first_order_only: random() < 0.05,
        is_signed_in_only: random() < 0.05,
        customers: some(['group:1', 'segment:1'], 0.05),
        countries: some(['IN', 'DE'], 0.05),
        payment_methods: some(['cod', 'card'], 0.05),
        weekdays: some([1, 2], 0.05),
      },
    }
  })
  const context: OfferContext = {
    now: 1_000,
    weekday: 1,
    is_signed_in: random() < 0.5,
    has_ordered: random() < 0.5,
    customer_in: some(['group:1', 'segment:1'], 0.5),
    country: 'IN',
    payment_method: oneOf(['cod', null]),
    codes: some(['SAVE'], 0.7),
    limits,
  }
  return { cart, promotions, context }
}
