import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { readMailLook } from '#server/platform/notify/mail-look.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { issueCoupon, prepareCarts, stockUp } from '../../../../bench/writes/prepare-carts.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { addItem } from './add-item.ts'

const shop = await openShop({ seed: true })

test('when carts and orders have grown in number, the large statements of an add and of an order are not planned at each execution', async () => {
  const { db, pool, close } = openDatabase({ ...shop.connection, poolSize: 1 })
  const channel = await readDefaultChannel(db)
  const look = await readMailLook(shop.services)
  const coupon = await issueCoupon(db)
  const variations = await stockUp(db, 1_000)
  const of = (at: number) => variations[at % variations.length] ?? 0
  const scopeOf = (sessionId: string) => ({
    channel,
    owner: { customerId: null, sessionId, isFromCookie: true },
  })
  const add = (sessionId: string, variationId: number) =>
    addItem(
      db,
      { scope: scopeOf(sessionId), version: undefined },
      { variationId, quantity: 1, customised: null, confirmedAge: 0 },
    )
  async function order(sessionId: string, variationId: number) {
    const scope = scopeOf(sessionId)
    const { version } = await add(sessionId, variationId)
    await placeOrder(
      db,
      scope,
      { version, idempotency_key: randomUUID(), accept_tnc: true, confirmed_age: 0 },
      { look, secrets: shop.services.config, plugins: shop.services.plugins },
    )
  }
  async function orderCarts(count: number, lines: number) {
    const contents = Array.from({ length: count }, (_, at) =>
      Array.from({ length: lines }, (_, line) => of(at + line)),
    )
    const carts = await prepareCarts(db, contents, coupon)
    await pool.query('analyze')
    for (const [at, { session }] of carts.slice(0, 30).entries()) await order(session, of(at + lines))
  }
  // A new shop: carts, and no order yet.
  for (const { session } of await prepareCarts(db, Array(30).fill([of(0)]))) await add(session, of(1))
  await orderCarts(50, 1)
  await orderCarts(1_000, 4)

  // A small statement is planned in a fraction of a millisecond.
  const { rows } = await pool.query<{ name: string; custom: number; generic: number }>(
    `select name, custom_plans::integer as custom, generic_plans::integer as generic from pg_prepared_statements
    where length(statement) > 1500`,
  )
  await close()
  expect(rows.filter(({ generic }) => generic > 0).length).toBeGreaterThan(3)
  // PostgreSQL plans a named statement for its values five times, before it compares their cost with that of a plan for any values.
  expect(rows.filter(({ custom }) => custom > 10)).toEqual([])
})
