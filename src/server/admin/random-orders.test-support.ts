import { expect } from 'vitest'
import type { Reply } from '#contract/envelope.ts'
import { seeded } from '#contract/rules/promotions/evaluate.test-support.ts'
import { amountToAccept } from '#contract/rules/promotions/named-discounts.ts'
import { address } from '#harness/addresses.ts'
import { withCheckout } from '#harness/checkout.ts'
import { piecesByLocation, splitStock } from '#harness/locations.ts'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { addPromotion, addPromotions } from '#server/commerce/promotions/promotion.test-support.ts'
import {
  accountWith,
  activateKind,
  expectSoundLedger,
} from '#server/commerce/stored-value/stored-value.test-support.ts'

const STOCK = 10_000

/** How prices name their tax, and a shop for each; the second one has three locations. A test file opens them where it begins, because they are closed with it. */
export const openTaxedShops = async () =>
  [
    ['included', await openShop({ seed: 'small' })],
    ['on top', await openShop({ seed: 'small' })],
  ] as const
export type TaxedShop = Awaited<ReturnType<typeof openTaxedShops>>[number]

/** A shop with five goods, its staff, and random choices of both, for tests that do anything that the state of an order allows. */
export async function openRandomOrders([tax, opened]: TaxedShop, seed: number) {
  const { pool, changes } = opened
  await pool.query(
    `insert into tax_rates (country_id, tax_class, name, rate_bp) values (101, 'low', 'GST', 500)`,
  )
  await pool.query('update channels set is_tax_included = $1', [tax === 'included'])
  await pool.query(
    `insert into payment_methods (channel_id, code, name) values (1, 'test_gateway', 'Test gateway')`,
  )
  await activateKind(pool)
  await addPromotions(opened.db)
  await changes.catchUp()
  const { product, coupon, setPrice } = withCheckout(opened)
  const { choose, sweep, guest } = withPayments(opened)
  const { adminOrders } = (await signedInStaff(opened, 'fulfilment')).admin
  const { adminStockTransfers } = (await signedInStaff(opened, 'owner')).admin
  const random = seeded(seed + tax.length)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const goods: { id: number; productId: number }[] = []
  for (const price of [3_333, 9_999, 12_345, 101, 77_700])
    goods.push(await product({ price, stock: STOCK, tax_class: goods.length % 2 ? 'low' : 'standard' }))
  const ids = goods.map(({ id }) => id)
  await addPromotion(opened.db, {
    name: 'Free with it',
    effect: { type: 'gift', products: goods.slice(3, 4).map(({ productId }) => productId) },
    minimum: { amount: 40_000 },
    combines_with: ['product', 'order', 'shipping'],
  })
  // Few pieces in the first two locations, so that orders leave all three.
  const locations = tax === 'included' ? [] : await splitStock(pool, ids, [7, 12, STOCK - 19])
  const keyOf = (variation: number, location: number) => `${variation} ${location}`
  const agreed = new Map(
    (await piecesByLocation(pool, ids)).map((one) => [keyOf(one.variation_id, one.location_id), one.pieces]),
  )
  const anyGoods = () => goods[upTo(goods.length - 1)] ?? { id: 0, productId: 0 }
  const api = () => guest().api
  return {
    ...{ sweep, coupon, adminOrders, random, upTo, anyGoods, api },
    oneOf: <Item>(items: readonly [Item, ...Item[]]): Item => items[upTo(items.length - 1)] ?? items[0],
    read: async (id: number) => ok(await adminOrders.get({ id })),
    rows: async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows,
    movePrice: () => setPrice(anyGoods().id, 100 + upTo(30_000)),

    /** Orders from now on have promotions that are calculated again for the rest, and others that are not. */
    async mixReturns() {
      const { rows } = await pool.query('select id from promotions order by id')
      for (const { id } of rows)
        await pool.query(
          `update promotions set rules = jsonb_set(rules, '{on_return}', to_jsonb($2::text)) where id = $1`,
          [id, random() < 0.6 ? 're_evaluate' : 'proportional'],
        )
      await pool.query('update promotion_versions set version = gen_random_uuid()')
    },

    /** Some of the goods for an address, up to so many pieces of each. @returns the shopper's calls */
    async fillCart(most: number) {
      const calls = api()
      const first = upTo(4)
      for (let at = 0; at <= upTo(2); at++)
        ok(
          await calls.cart.addItem({
            product_id: goods[(first + at) % 5]?.id ?? 0,
            quantity: 1 + upTo(most),
          }),
        )
      ok(await calls.cart.updateAddress({ ...address, same_as_shipping: true }))
      ok(await calls.cart.updateContact({ phone: '9876543210', email: 'asha@example.com' }))
      return calls
    },

    /** A part of the cart is paid by an account of stored value. */
    async addValue(cartId: number | null) {
      const account = await accountWith(opened.db, 1 + upTo(40_000))
      await pool.query('insert into cart_values (cart_id, account_id) values ($1, $2)', [cartId, account])
    },

    checkLedger: () => expectSoundLedger(pool),

    async pay({ order_id, token }: { order_id: number; token: string }) {
      const { payment_id } = ok(await api().checkout.processPayment({ order_id, token }))
      await choose(payment_id, 'pay')
    },

    /** Moves pieces between two locations: they arrive, some of them, or none. Nothing happens in a shop with one location. */
    async moveStock() {
      const [from, to] = [locations[upTo(2)], locations[upTo(2)]]
      if (from === undefined || to === undefined || from === to) return
      const { id: variation } = anyGoods()
      const quantity = 1 + upTo(3)
      const [{ sku }] = (await pool.query('select sku from variations where id = $1', [variation])).rows
      const request = { from_location_id: from, to_location_id: to, items: [{ sku, quantity }] }
      const { id, version } = ok(await adminStockTransfers.create(request))
      const sent = await adminStockTransfers.send({ id, version })
      if (sent.status === 'error') return expect(sent.code).toBe('OUT_OF_STOCK')
      const arrived = upTo(quantity)
      const items = [{ variation_id: variation, quantity: arrived }]
      const half =
        arrived > 0
          ? ok(await adminStockTransfers.receive({ id, version: sent.data.version, items }))
          : sent.data
      if (half.status === 'sent') ok(await adminStockTransfers.cancel({ id, version: half.version }))
      for (const [location, by] of [
        [from, -arrived],
        [to, arrived],
      ] as const)
        agreed.set(keyOf(variation, location), (agreed.get(keyOf(variation, location)) ?? 0) + by)
    },

    /**
     * The pieces in stock, held, and with customers are all there, but for those that were lost, by variation; no location has more than
     * its own, and none less than nothing.
     */
    async checkStock(lost: ReadonlyMap<number, number> = new Map(), when = '') {
      const found = await piecesByLocation(pool, ids)
      for (const id of ids) {
        const own = found.filter(({ variation_id }) => variation_id === id)
        const all = own.reduce((sum, { pieces }) => sum + pieces, 0)
        expect(all, `stock${when}`).toBe(STOCK - (lost.get(id) ?? 0))
        expect(Math.min(...own.map(({ level }) => level)), `stock${when}`).toBeGreaterThanOrEqual(0)
        const more = own.filter(
          ({ location_id, pieces }) => pieces > (agreed.get(keyOf(id, location_id)) ?? 0),
        )
        expect(more, `pieces of another location${when}`).toEqual([])
      }
    },
  }
}
export type RandomOrders = Awaited<ReturnType<typeof openRandomOrders>>

/** The same request again, with the amount that its refusal BENEFIT_LOST shows. */
export async function accepting<Data>(
  send: (accepted: { accepted_amount?: number }) => Promise<Reply<Data>>,
): Promise<Reply<Data>> {
  const reply = await send({})
  const accepted_amount = reply.status === 'error' ? amountToAccept(reply) : undefined
  return accepted_amount === undefined ? reply : send({ accepted_amount })
}
