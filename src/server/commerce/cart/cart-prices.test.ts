import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { effectivePrice, tiersBelow } from '#contract/rules/price-lists.ts'
import { withCheckout } from '#harness/checkout.ts'
import { register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'

const shop = withCheckout(await openShop({ seed: 'small' }))
const { db } = shop

beforeEach(() => db.deleteFrom('price_lists').execute())

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)

type List = {
  starts?: number
  ends?: number | null
  is_active?: boolean
  tiers: readonly { min_quantity: number; price: number }[]
}

/** A price list of one variation; times are hours from now. */
async function makeList(variation_id: number, { starts = -1, ends = null, is_active = true, tiers }: List) {
  const { id } = await db
    .insertInto('price_lists')
    .values({
      ...{ name: 'Trade', channel_id: 1, is_active },
      starts_at: inHours(starts),
      ends_at: ends === null ? null : inHours(ends),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (tiers.length > 0)
    await db
      .insertInto('price_list_items')
      .values(tiers.map((tier) => ({ ...tier, price_list_id: id, variation_id })))
      .execute()
  return id
}

const endList = (id: number) =>
  db.updateTable('price_lists').set({ ends_at: new Date() }).where('id', '=', id).execute()

const tiers = [
  { min_quantity: 5, price: 45_000 },
  { min_quantity: 10, price: 40_000 },
]
const pricesOf = ({ items }: { items: { unit_price: { amount: number }; previous_unit_price: unknown }[] }) =>
  items.map(({ unit_price, previous_unit_price }) => [unit_price.amount, previous_unit_price !== null])

test('a line has the price of its quantity, which follows every change without a notice', async () => {
  const vase = await shop.product({ price: 50_000, stock: 50, max_quantity: 20 })
  await makeList(vase.id, { tiers })
  const { api } = shop.guest()
  expect(pricesOf(ok(await api.cart.addItem({ product_id: vase.id, quantity: 4 })))).toEqual([
    [50_000, false],
  ])
  const added = ok(await api.cart.addItem({ product_id: vase.id }))
  expect(pricesOf(added)).toEqual([[45_000, false]])
  expect(added.subtotal.amount).toBe(225_000)
  const [line] = added.items
  const set = async (quantity: number) =>
    ok(await api.cart.updateQty({ item_id: line?.id, product_id: vase.id, quantity }))
  expect(pricesOf(await set(12))).toEqual([[40_000, false]])
  expect(pricesOf(await set(2))).toEqual([[50_000, false]])
  expect(pricesOf(await set(10))).toEqual([[40_000, false]])
  expect(pricesOf(ok(await api.cart.get({})))).toEqual([[40_000, false]])
})

const customisation = { text: { enabled: true, label: 'Name', max_length: 20, required: false } }

test('pieces of one variation count together, however they are customised; those of another variation do not', async () => {
  const mug = await shop.product({ price: 50_000, stock: 50, customisation })
  const other = await shop.product({ price: 50_000, stock: 50 })
  await makeList(mug.id, { tiers })
  const { api } = shop.guest()
  const add = async (quantity: number, custom_text: string) =>
    ok(await api.cart.addItem({ product_id: mug.id, quantity, additonal_data: { custom_text } }))
  await add(3, 'Asha')
  ok(await api.cart.addItem({ product_id: other.id, quantity: 9 }))
  const cart = await add(2, 'Ravi')
  expect(pricesOf(cart)).toEqual([
    [45_000, false],
    [50_000, false],
    [45_000, false],
  ])
  const ravi = cart.items[2]
  const fewer = ok(await api.cart.removeItem({ item_id: ravi?.id }))
  expect(pricesOf(fewer)).toEqual([
    [50_000, false],
    [50_000, false],
  ])
})

test('a price that has changed in between stays announced when the quantity changes', async () => {
  const vase = await shop.product({ price: 50_000, stock: 50 })
  const list = await makeList(vase.id, { tiers })
  const { api } = shop.guest()
  const { items } = ok(await api.cart.addItem({ product_id: vase.id, quantity: 5 }))
  await endList(list)
  const set = async (quantity: number) =>
    ok(await api.cart.updateQty({ item_id: items[0]?.id, product_id: vase.id, quantity }))
  expect((await set(6)).items[0]).toMatchObject({
    unit_price: { amount: 50_000 },
    previous_unit_price: { amount: 45_000 },
  })
  const accepted = ok(await api.cart.updateItemsPrice({}))
  expect(pricesOf(accepted)).toEqual([[50_000, false]])
})

test('an order pays the tier, and one whose list has ended since is refused until the new price is accepted', async () => {
  const vase = await shop.product({ price: 50_000, stock: 50 })
  const list = await makeList(vase.id, { tiers })
  const first = await shop.guestAtPayment({ id: vase.id, quantity: 10 })
  const second = await shop.guestAtPayment({ id: vase.id, quantity: 10 })
  const placed = ok(await first.order())
  expect(ok(await first.api.checkout.complete(placed)).productchannel).toMatchObject([
    { quantity: 10, price: { amount: 40_000 }, total: { amount: 400_000 } },
  ])
  await endList(list)
  const refused = await second.order()
  expect(refused).toMatchObject({
    status: 'error',
    code: 'PRICES_CHANGED',
    data: { items: [{ unit_price: { amount: 50_000 }, previous_unit_price: { amount: 40_000 } }] },
  })
  const { version } = ok(await second.api.cart.updateItemsPrice({}))
  const later = ok(await second.order({ version }))
  expect(ok(await second.api.checkout.complete(later)).totals.subtotal.amount).toBe(500_000)
})

test('a list that ends while orders of its tier are placed: each order pays a price that its shopper has seen', async () => {
  const vase = await shop.product({ price: 50_000, stock: 500 })
  const list = await makeList(vase.id, { tiers })
  const shoppers = await Promise.all(
    Array.from({ length: 8 }, () => shop.guestAtPayment({ id: vase.id, quantity: 10 })),
  )
  const orders = shoppers.map(({ order }) => order())
  await endList(list)
  for (const [at, reply] of (await Promise.all(orders)).entries()) {
    if (reply.status === 'error') expect(reply.code).toBe('PRICES_CHANGED')
    else
      expect(ok(await shoppers[at]!.api.checkout.complete(reply.data)).totals.subtotal.amount).toBe(400_000)
  }
})

test('promotions, coupons and tax are calculated from the tier, which is no reduction of its own', async () => {
  const vase = await shop.product({ price: 50_000, stock: 50 })
  const { code } = await shop.coupon()
  await makeList(vase.id, { tiers })
  const shopper = await shop.guestAtPayment({ id: vase.id, quantity: 10 })
  const cart = ok(await shopper.api.cart.couponsApply({ code }))
  expect(cart.items[0]?.product.channel).toMatchObject({
    selling_price: { amount: 40_000 },
    mrp: { amount: 40_000 },
    discount_percent: 0,
  })
  expect(cart).toMatchObject({ subtotal: { amount: 400_000 }, discount_total: { amount: 40_000 } })
  expect(cart.items[0]?.line_total.amount).toBe(360_000)
  await db.updateTable('prices').set({ mrp: 60_000 }).where('variation_id', '=', vase.id).execute()
  expect(ok(await shopper.api.cart.get({})).items[0]?.product.channel.mrp.amount).toBe(60_000)
})

test('a product shows the tiers that lower its price and can be reached; one without tiers has none', async () => {
  const vase = await shop.product({ price: 50_000, stock: 50, max_quantity: 20 })
  await makeList(vase.id, {
    tiers: [...tiers, { min_quantity: 15, price: 42_000 }, { min_quantity: 21, price: 1 }],
  })
  await makeList(vase.id, { starts: 1, tiers: [{ min_quantity: 2, price: 1 }] })
  const { api } = shop.guest()
  const shown = async (id: number) =>
    ok(await api.product.single({ id: String(id) })).variations.combinations[0]
  expect((await shown(vase.id))?.price_tiers).toEqual([
    { min_quantity: 5, price: { amount: 45_000, currency: 'INR' } },
    { min_quantity: 10, price: { amount: 40_000, currency: 'INR' } },
  ])
  const plain = await shop.product()
  expect(await shown(plain.id)).not.toHaveProperty('price_tiers')
})

const pieces = fc.integer({ min: 1, max: 12 })
const anyList = fc.record({
  starts: fc.integer({ min: -2, max: 1 }).filter((hours) => hours !== 0),
  lasts: fc.option(fc.integer({ min: 1, max: 3 })),
  is_active: fc.boolean(),
  tiers: fc.uniqueArray(fc.record({ min_quantity: pieces, price: fc.integer({ min: 100, max: 60_000 }) }), {
    selector: ({ min_quantity }) => min_quantity,
    maxLength: 4,
  }),
})

test('a cart charges what a naive reading of the lists says, after any changes of two lines of one variation', async () => {
  const mug = await shop.product({ price: 50_000, stock: 500, max_quantity: 100, customisation })
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyList, { maxLength: 4 }),
      fc.array(fc.tuple(fc.boolean(), pieces), { minLength: 1, maxLength: 6 }),
      async (lists, changes) => {
        await db.deleteFrom('price_lists').execute()
        const stored = lists.map(({ lasts, ...list }) => {
          const ends = lasts === null ? null : list.starts + lasts
          // A list that ends at this moment has no certain price.
          return { ...list, ends: ends === 0 ? 0.5 : ends }
        })
        for (const list of stored) await makeList(mug.id, list)
        const naive = (quantity: number) => {
          let price = 50_000
          for (const list of stored)
            for (const tier of list.tiers)
              if (list.is_active && list.starts < 0 && (list.ends === null || list.ends > 0))
                if (quantity >= tier.min_quantity && tier.price < price) price = tier.price
          return price
        }
        const { api } = shop.guest()
        const ids = new Map<boolean, number>()
        const quantities = new Map<boolean, number>()
        for (const [isNamed, quantity] of changes) {
          const item_id = ids.get(isNamed)
          const custom_text = isNamed ? 'Asha' : 'Ravi'
          const cart = ok(
            item_id === undefined
              ? await api.cart.addItem({ product_id: mug.id, quantity, additonal_data: { custom_text } })
              : await api.cart.updateQty({ item_id, product_id: mug.id, quantity }),
          )
          const line = cart.items.find(({ additonal_data }) => additonal_data?.custom_text === custom_text)
          if (line) ids.set(isNamed, line.id)
          quantities.set(isNamed, quantity)
          const all = [...quantities.values()].reduce((sum, one) => sum + one, 0)
          expect(pricesOf(cart)).toEqual(cart.items.map(() => [naive(all), false]))
          expect(cart.subtotal.amount).toBe(naive(all) * all)
        }
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)

test('the shown tiers are those of the effective price for any lists', () => {
  const prices = fc.array(fc.record({ min_quantity: pieces, price: fc.integer({ min: 1, max: 60 }) }), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 60 }), pieces, (listed, own, most) => {
      const period = { is_active: true, starts_at: new Date(0), ends_at: null, customer_group_id: null }
      const at = new Date()
      const shown = tiersBelow(
        own,
        listed.filter(({ min_quantity }) => min_quantity > 1),
        most,
      )
      const one = effectivePrice(own, [], { groups: [], quantity: 1, at })
      for (let quantity = 1; quantity <= most; quantity++) {
        const tier = shown.findLast(({ min_quantity }) => min_quantity <= quantity)
        const charged = effectivePrice(
          own,
          listed.flatMap((item) => (item.min_quantity > 1 ? { ...item, ...period } : [])),
          { groups: [], quantity, at },
        )
        expect(tier?.price ?? one).toBe(charged)
      }
    }),
  )
})

test('the carts of a guest and a customer have the tier of both after the login, without a notice', async () => {
  const vase = await shop.product({ price: 50_000, stock: 50 })
  await makeList(vase.id, { tiers })
  const home = shop.guest()
  const person = await register(home)
  ok(await home.api.cart.addItem({ product_id: vase.id, quantity: 2 }))
  const away = shop.guest()
  ok(await away.api.cart.addItem({ product_id: vase.id, quantity: 3 }))
  ok(await away.api.auth.login(person.login))
  expect(pricesOf(ok(await away.api.cart.get({})))).toEqual([[45_000, false]])
})
