import { expect, test } from 'vitest'
import { randomOffers, seeded } from './evaluate.test-support.ts'
import { evaluate } from './evaluate.ts'
import {
  type Effect,
  type OfferCart,
  type OfferContext,
  type OfferLine,
  type Promotion,
  promotionWith,
} from './promotion.ts'
import { expectedOffers } from './promotion-oracle.test-support.ts'

const RUNS = 5_000
const SEED = Number(process.env.OFFERS_SEED ?? 20_261_128)

const noon: OfferContext = {
  now: 1_000,
  weekday: 1,
  is_signed_in: false,
  has_ordered: false,
  customer_in: [],
  country: 'IN',
  payment_method: null,
  codes: [],
  limits: new Map(),
}
const line = (quantity: number, unit_price: number, ...keys: string[]): OfferLine => ({
  quantity,
  unit_price,
  keys,
})
const cartOf = (...lines: OfferLine[]): OfferCart => ({ lines, delivery: { code: 'standard', price: 5_000 } })
const offer = (effect: Effect, given: Partial<Promotion> = {}) =>
  promotionWith({ key: `promotion:${effect.type}`, name: effect.type, effect, ...given })
const savedBy = (cart: OfferCart, ...promotions: Promotion[]) => {
  const { lines, order, gifts, shipping } = evaluate(cart, promotions, noon)
  return [...lines, ...order, ...gifts, ...shipping].map(({ promotion, amount, shares }) => [
    promotion.name,
    amount,
    ...shares,
  ])
}

const third = offer({
  type: 'buy_get',
  buy: 2,
  get: 1,
  percent: 100,
  other: null,
  reduced: 'group',
  most: null,
})

test('buy 2, get 1 reduces the cheapest piece of each group', () => {
  expect(savedBy(cartOf(line(4, 30_000), line(2, 10_000)), third)).toEqual([
    ['buy_get', 40_000, 30_000, 10_000],
  ])
  expect(savedBy(cartOf(line(2, 30_000)), third)).toEqual([])
})

test('any 3 for a price spreads what is saved over the pieces by value', () => {
  const three = offer({ type: 'bundle', count: 3, price: 99_900, most: null })

  expect(savedBy(cartOf(line(2, 40_000), line(1, 50_000), line(1, 10_000)), three)).toEqual([
    ['bundle', 30_100, 18_523, 11_577, 0],
  ])
})

test('a discount of the order counts what promotions of goods have left, and its minimum the prices before', () => {
  const half = offer({ type: 'percentage', percent: 50, at_most: null })
  const tenth = offer(
    { type: 'order_percentage', percent: 10, at_most: null },
    { conditions: { ...half.conditions, minimum: { of: 'scope', amount: 100_000, quantity: 0 } } },
  )

  expect(savedBy(cartOf(line(1, 100_000)), half, tenth)).toEqual([
    ['percentage', 50_000, 50_000],
    ['order_percentage', 5_000, 5_000],
  ])
})

test('exclusive promotions: the better one counts', () => {
  const small = offer(
    { type: 'order_amount', amount: 4_000 },
    { name: 'small', combines_with: [], priority: 9 },
  )
  const large = offer(
    { type: 'percentage', percent: 10, at_most: null },
    { name: 'large', combines_with: ['shipping'] },
  )

  expect(savedBy(cartOf(line(1, 50_000)), small, large)).toEqual([['large', 5_000, 5_000]])
})

test('a promotion whose scope names nothing any more is for nothing', () => {
  const gone = offer(
    { type: 'order_amount', amount: 4_000 },
    { scope: { any_of: [], all_of: [], none_of: [] } },
  )

  expect(savedBy(cartOf(line(1, 50_000, 'product:1')), gone)).toEqual([])
})

test('a gift is given beside promotions of goods, and not while it is sold out or its cause is missing', () => {
  const conditions = { ...third.conditions, minimum: { of: 'scope', amount: 99_900, quantity: 0 } as const }
  const gift = offer({ type: 'gift', products: [1] }, { conditions })
  const half = offer({ type: 'percentage', percent: 50, at_most: null })
  const gifts = new Map([[gift.key, 12_000]])
  const cart = cartOf(line(1, 99_900))

  expect(savedBy({ ...cart, gifts }, gift, half)).toEqual([
    ['percentage', 49_950, 49_950],
    ['gift', 12_000, 0],
  ])
  expect(savedBy(cart, gift)).toEqual([])
  expect(savedBy({ ...cartOf(line(1, 99_800)), gifts }, gift)).toEqual([])
  expect(evaluate({ ...cartOf(line(1, 99_800)), gifts }, [gift], noon).messages).toMatchObject([
    { missing: 100 },
  ])
  expect(evaluate(cartOf(line(1, 99_800)), [gift], noon).messages).toEqual([])
})

test('what is missing for a promotion is named, the nearest first', () => {
  const minimum = { of: 'scope', amount: 99_900, quantity: 0 } as const
  const free = offer({ type: 'free_delivery', methods: null, at_most: null })
  const above = { ...free, conditions: { ...free.conditions, minimum } }
  const { messages } = evaluate(cartOf(line(1, 80_000)), [third, above], noon)

  expect(messages.map(({ promotion, unit, missing }) => [promotion.name, unit, missing])).toEqual([
    ['free_delivery', 'amount', 19_900],
    ['buy_get', 'pieces', 2],
  ])
})

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)

test(`${RUNS} random carts × promotions agree with the oracle, to the minor unit`, () => {
  const random = seeded(SEED)
  const seen = { several: 0, beyond: 0, saved: 0, gifts: 0 }
  for (let run = 0; run < RUNS; run++) {
    const { cart, promotions, context } = randomOffers(random)
    const expected = expectedOffers(cart, promotions, context)
    const { lines, order, gifts, shipping } = evaluate(cart, promotions, context)
    const given = [...lines, ...order, ...gifts, ...shipping]

    expect(
      given.map(({ promotion, amount, shares }) => ({ key: promotion.key, amount, shares })).sort(byKey),
      `seed ${SEED}, run ${run}: ${JSON.stringify({ cart, promotions })}`,
    ).toEqual(expected.given.sort(byKey))
    seen.gifts += gifts.length
    if (given.length > 1) seen.several += 1
    if (expected.candidates > 12) seen.beyond += 1
    if (expected.saved > 0) seen.saved += 1
  }
  expect(seen.saved).toBeGreaterThan(RUNS / 2)
  expect(seen.several).toBeGreaterThan(RUNS / 10)
  expect(seen.beyond).toBeGreaterThan(10)
  expect(seen.gifts).toBeGreaterThan(RUNS / 20)
}, 300_000)

test('no line and no delivery is ever reduced below zero, and shares sum to their amount', () => {
  const random = seeded(SEED + 1)
  for (let run = 0; run < RUNS; run++) {
    const { cart, promotions, context } = randomOffers(random, { most: 9_999 })
    const first = evaluate(cart, promotions, context)
    const goods = [...first.lines, ...first.order]

    for (const { amount, shares } of goods) {
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
      expect(Math.min(amount - 1, ...shares)).toBeGreaterThanOrEqual(0)
    }
    for (const [at, { quantity, unit_price }] of cart.lines.entries()) {
      const off = goods.reduce((sum, { shares }) => sum + (shares[at] ?? 0), 0)
      expect(off).toBeLessThanOrEqual(quantity * unit_price)
    }
    expect(first.shipping.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(
      cart.delivery?.price ?? 0,
    )
    expect(evaluate(cart, [...promotions], context)).toEqual(first)
  }
}, 120_000)
