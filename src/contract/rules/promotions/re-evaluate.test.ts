import { expect, test } from 'vitest'
import { type LineAmounts, lineWithout, piecesOf } from '../split-amounts.ts'
import { type Random, randomOffers, seeded } from './evaluate.test-support.ts'
import { evaluate } from './evaluate.ts'
import { type NamedDiscount, namedDiscounts } from './named-discounts.ts'
import { classOf, giftsOf, type OfferCart, type Promotion, promotionWith } from './promotion.ts'
import { expectedTogether } from './promotion-oracle.test-support.ts'
import { type CountedPieces, type OrderedPromotion, reEvaluate, withinCost } from './re-evaluate.ts'

const ORDERS = Number(process.env.RE_EVALUATIONS ?? 1_000)

type Line = LineAmounts & {
  keys: readonly string[] | null
  named: NamedDiscount[]
  state: 'stays' | 'of shop' | 'gone'
}

/** An order of a random cart with every promotion that counts, each calculated again or not. */
function randomOrder(random: Random) {
  const { cart, promotions, context } = randomOffers(random)
  const mixed = promotions.map((promotion): Promotion => {
    const isAgain = random() < 0.7 || giftsOf(promotion).length > 0
    return { ...promotion, on_return: isAgain ? 're_evaluate' : 'proportional' }
  })
  const { lines, order, gifts } = evaluate(cart, mixed, context)
  const applied = [...lines, ...order, ...gifts]
  const ordered = applied.map(({ promotion, amount }): OrderedPromotion => {
    const { key, name, scope, effect, conditions, on_return } = promotion
    const plain = promotionWith({ key, name, scope, effect, on_return })
    return {
      amount,
      promotion: { ...plain, conditions: { ...plain.conditions, minimum: conditions.minimum } },
    }
  })
  const nameOf = ({ key, name }: Promotion, amount: number) => ({ key, name, code: null, amount })
  const goods = cart.lines.map(({ quantity, unit_price, keys }, at): Line => {
    const named = [...lines, ...order].flatMap(({ promotion, shares }) =>
      shares[at] ? [nameOf(promotion, shares[at])] : [],
    )
    const discount = sum(named.map(({ amount }) => amount))
    return {
      ...{ quantity, unit_price, discount, tax: 0, total: quantity * unit_price - discount },
      ...{ keys, named, state: 'stays' },
    }
  })
  const given = gifts.map(
    ({ promotion, amount }): Line => ({
      ...{ quantity: 1, unit_price: amount, discount: amount, tax: 0, total: 0 },
      ...{ keys: null, named: [{ ...nameOf(promotion, amount), is_gift: true }], state: 'stays' },
    }),
  )
  return { ordered, lines: [...goods, ...given] }
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

const ofLines = (lines: readonly Line[], key: string) =>
  sum(lines.flatMap(({ named }) => named.filter((one) => one.key === key).map(({ amount }) => amount)))

/** Splits pieces off a line: both parts have their share of each name. */
function split(line: Line, quantity: number): Line[] {
  if (quantity === line.quantity) return [line]
  const taken = piecesOf(line, quantity)
  return [taken, lineWithout(line, taken)].map((part) => ({
    ...{ ...line, ...part },
    named: namedDiscounts(part.discount, line.named),
  }))
}

/** Carries changes out, as a cancellation does. */
function changed(lines: readonly Line[], counted: readonly Line[], found: ReturnType<typeof reEvaluate>) {
  return lines.map((line) => {
    const own = found.filter(({ at }) => counted[at] === line)
    const less = sum(own.map((change) => change.less))
    const named = [...line.named]
    for (const change of own) {
      const at = named.findIndex(({ key }) => key === change.named.key)
      const before = named[at]
      if (before) named[at] = { ...before, amount: before.amount - change.less }
      else named.push({ ...change.named, amount: -change.less })
    }
    return { ...line, discount: line.discount - less, total: line.total + less, named }
  })
}

/**
 * What a promotion gives the rest of an order by the text of its rule: what it would take off these goods with the others of the order, never
 * more than it took off the order; pieces that left for a reason of the shop count, and have their part of it.
 */
function expectedOf(
  { promotion, amount }: OrderedPromotion,
  all: readonly OrderedPromotion[],
  rest: readonly Line[],
) {
  const cart: OfferCart = {
    lines: rest.flatMap(({ keys, quantity, unit_price }) => (keys ? [{ keys, quantity, unit_price }] : [])),
    delivery: null,
    gifts: new Map(all.map((one) => [one.promotion.key, one.amount])),
  }
  const alone = expectedTogether(
    cart,
    all.map((one) => one.promotion),
  )
  const taken = ofLines(
    rest.filter(({ state }) => state === 'of shop'),
    promotion.key,
  )
  return Math.max(0, Math.min(amount, alone.get(promotion.key) ?? 0) - taken)
}

test('random orders whose pieces leave one after another have what the oracle expects, and all that was paid goes back', () => {
  const random = seeded(20_261_129)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  let [lost, gained, limited] = [0, 0, 0]
  for (let number = 0; number < ORDERS; number++) {
    const { ordered, lines: first } = randomOrder(random)
    let lines: Line[] = first
    const paid = sum(lines.map(({ total }) => total))
    let back = 0
    for (;;) {
      const open = lines.filter(({ state }) => state === 'stays')
      const line = open[upTo(open.length - 1)]
      if (!line) break
      const [piece, left] = split(line, 1 + upTo(line.quantity - 1))
      if (!piece) break
      const state = random() < 0.2 ? 'of shop' : 'gone'
      const gone: Line = { ...piece, state }
      lines = [...lines.filter((one) => one !== line), ...(left ? [left] : []), gone]
      const rest = lines.filter((one) => one.state !== 'gone')
      const stays = rest.filter((one) => one.state === 'stays')
      const counted = rest.map((one): CountedPieces => ({ ...one, is_open: one.state === 'stays' }))
      const found = state === 'of shop' ? [] : reEvaluate(ordered, counted)
      for (const one of state === 'of shop' ? [] : ordered) {
        const present = ofLines(stays, one.promotion.key)
        const own = found.filter(({ named }) => named.key === one.promotion.key)
        const after = present - sum(own.map(({ less }) => less))
        const expected = expectedOf(one, ordered, rest)
        const text = `${one.promotion.key} of order ${number}`
        if (one.promotion.on_return === 'proportional') expect(after, text).toBe(present)
        else if (present >= expected) expect(after, text).toBe(expected)
        else {
          expect(after, text).toBeGreaterThanOrEqual(present)
          // Not more than the price of what stays, and nothing of a gift that has left.
          expect(after, text).toBeLessThanOrEqual(expected)
        }
      }
      const changes = withinCost(found, gone.total, (all) => sum(all.map(({ less }) => less)))
      const cost = sum(changes.map(({ less }) => less))
      if (cost > 0) lost += 1
      if (cost < 0) gained += 1
      if (changes.length > 0 && cost < sum(found.map(({ less }) => less))) limited += 1
      expect(cost).toBeLessThanOrEqual(gone.total)
      back += gone.total - cost
      lines = changed(lines, rest, changes)
      for (const one of lines) {
        expect(one.discount).toBeGreaterThanOrEqual(0)
        expect(one.total).toBeGreaterThanOrEqual(0)
        expect(sum(one.named.map(({ amount }) => amount))).toBe(one.discount)
      }
      const worth = sum(lines.filter((one) => one.state === 'stays').map(({ total }) => total))
      expect(paid - back, `order ${number}`).toBe(worth)
    }
    expect(back, `order ${number}`).toBe(paid)
  }
  expect(Math.min(lost, gained, limited), 'each case occurs').toBeGreaterThan(ORDERS / 100)
})

test('nothing changes while nothing leaves', () => {
  const random = seeded(7)
  for (let number = 0; number < 500; number++) {
    const { ordered, lines } = randomOrder(random)
    const counted = lines.map((line): CountedPieces => ({ ...line, is_open: true }))
    expect(reEvaluate(ordered, counted), `order ${number}`).toEqual([])
  }
})

test('a promotion of delivery takes no part', () => {
  const random = seeded(9)
  for (let number = 0; number < 200; number++)
    expect(
      randomOrder(random).ordered.some(({ promotion }) => classOf(promotion.effect) === 'shipping'),
    ).toBe(false)
})
