import { expect } from 'vitest'
import { address } from '#harness/addresses.ts'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { seeded } from '#server/commerce/cart/random-carts.test-support.ts'

const STOCK = 10_000

/** How prices name their tax, and a shop for each. A test file opens them where it begins, because they are closed with it. */
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
  await changes.catchUp()
  const { product, coupon, setPrice } = withCheckout(opened)
  const { choose, sweep, guest } = withPayments(opened)
  const { adminOrders } = (await signedInStaff(opened, 'fulfilment')).admin
  const random = seeded(seed + tax.length)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const goods: { id: number }[] = []
  for (const price of [3_333, 9_999, 12_345, 101, 77_700])
    goods.push(await product({ price, stock: STOCK, tax_class: goods.length % 2 ? 'low' : 'standard' }))
  const anyGoods = () => goods[upTo(goods.length - 1)] ?? { id: 0 }
  const api = () => guest().api
  return {
    ...{ sweep, coupon, adminOrders, random, upTo, anyGoods, api },
    oneOf: <Item>(items: readonly [Item, ...Item[]]): Item => items[upTo(items.length - 1)] ?? items[0],
    read: async (id: number) => ok(await adminOrders.get({ id })),
    rows: async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows,
    movePrice: () => setPrice(anyGoods().id, 100 + upTo(30_000)),

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

    async pay({ order_id, token }: { order_id: number; token: string }) {
      const { payment_id } = ok(await api().checkout.processPayment({ order_id, token }))
      await choose(payment_id, 'pay')
    },

    /** The pieces in stock, held, and with customers are all there, but for those that were lost, by variation. */
    async checkStock(lost: ReadonlyMap<number, number> = new Map(), when = '') {
      const ids = goods.map(({ id }) => id)
      const { rows } = await pool.query(
        `select v.stock + coalesce((select sum(quantity) from stock_holds h where h.variation_id = v.id), 0)
          + coalesce((select sum(i.quantity) from order_items i where i.variation_id = v.id
            and i.status not in ('cancelled', 'returned', 'refunded', 'pending_payment', 'payment_failed')), 0) as pieces
        from variations v where v.id = any($1) order by v.id`,
        [ids],
      )
      expect(
        rows.map(({ pieces }) => Number(pieces)),
        `stock${when}`,
      ).toEqual(ids.map((id) => STOCK - (lost.get(id) ?? 0)))
    },
  }
}
export type RandomOrders = Awaited<ReturnType<typeof openRandomOrders>>
