import { afterEach, expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { putValueOnCart, takeValueOffCart } from '#server/commerce/cart/apply-value.ts'
import { readParcel } from '#server/commerce/couriers/bookings/read-parcel.ts'
import { giveAllowance } from '#server/commerce/orders/give-allowance.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { accountWith, activateKind, balanceOf, expectSoundLedger } from './stored-value.test-support.ts'

const shop = withOrders(await openShop({ seed: true }))
const { db, pool, services } = shop
await activateKind(pool)
afterEach(() => expectSoundLedger(pool))
const channel = await readDefaultChannel(db)

type Shopper = Awaited<ReturnType<typeof shop.guestAtPayment>>

/** Puts an account on the shopper's cart, as a plugin does. @returns the cart with it */
async function pay({ api }: Pick<Shopper, 'api'>, account: number) {
  const { session_id } = ok(await api.cart.get())
  const scope = { channel, owner: { customerId: null, sessionId: session_id, isFromCookie: true } }
  await putValueOnCart(db, { scope, version: undefined }, account)
  return ok(await api.cart.get())
}

/** A guest whose cart an account pays in part. */
async function partPayer(amount: number, method: string, stock = 5) {
  const account = await accountWith(db, amount)
  const vase = await shop.productWith(stock)
  const shopper = await shop.guestAtPayment(vase, method)
  const cart = await pay(shopper, account)
  return { ...shopper, account, vase, cart, total: cart.grand_total.amount }
}

test('a part is taken with the order, collected less, and returns once with its cancellation', async () => {
  const { account, cart, total, order, api } = await partPayer(10_000, 'cod')
  expect(cart.stored_value).toMatchObject({
    parts: [{ label: 'Test card', amount: { amount: 10_000 } }],
    due: { amount: total - 10_000 },
  })
  expect(await balanceOf(pool, account)).toBe(10_000)

  const { order_id, order_no, token } = ok(await order())

  expect(await balanceOf(pool, account)).toBe(0)
  const read = async () => ok(await api.orders.item({ order_no, token })).order
  expect(await read()).toMatchObject({
    status: 'placed',
    payment_status: 'pending',
    stored_value: { parts: [{ amount: { amount: 10_000 } }], due: { amount: total - 10_000 } },
  })
  const items = (await read()).productchannel.map(({ id, quantity }) => ({ order_item_id: id, quantity }))
  const parcel = await readParcel(db, { order_id, refund_id: null, items, weight_g: null })
  expect(parcel.collect).toBe(total - 10_000)
  const { rows } = await pool.query<{ text: string }>(
    "select text from outbox where order_id = $1 and kind = 'order_placed' and channel = 'mail'",
    [order_id],
  )
  expect(rows[0]?.text).toContain('Test card: -₹100')

  ok(await api.orders.cancel({ order_no, token, reason: 'changed_mind' }))
  expect(await balanceOf(pool, account)).toBe(10_000)
  expect((await api.orders.cancel({ order_no, token, reason: 'changed_mind' })).status).toBe('error')
  expect(await balanceOf(pool, account)).toBe(10_000)
})

test('the gateway takes only what is left, and a wait that ends returns the part until the order is paid', async () => {
  const { account, total, startPaying } = await partPayer(10_000, 'test_gateway')
  const { order_id, payment_id, amount } = await startPaying()
  expect(amount).toBe(total - 10_000)
  expect(await shop.ledgerOf(payment_id)).toMatchObject({ amount: total - 10_000 })
  expect(await balanceOf(pool, account)).toBe(0)

  await shop.letPass(order_id, 16)
  await shop.sweep()
  await shop.sweep()
  expect(await balanceOf(pool, account)).toBe(10_000)

  await shop.choose(payment_id, 'pay')
  expect(await shop.orderRow(order_id)).toMatchObject({ status: 'placed', payment_status: 'paid' })
  expect(await balanceOf(pool, account)).toBe(0)
})

test('a failed order that is paid again takes its part again, and asks the gateway for the rest only', async () => {
  const { account, total, startPaying, api } = await partPayer(10_000, 'test_gateway')
  const { order_id, token, payment_id } = await startPaying()
  await shop.choose(payment_id, 'decline')
  expect(await shop.orderRow(order_id)).toMatchObject({ status: 'payment_failed' })
  expect(await balanceOf(pool, account)).toBe(10_000)
  expect(ok(await api.checkout.complete({ order_id, token })).stored_value).toMatchObject({
    due: { amount: total - 10_000 },
  })

  const again = ok(await api.checkout.processPayment({ order_id, token }))
  expect(await balanceOf(pool, account)).toBe(0)
  expect(await shop.ledgerOf(again.payment_id)).toMatchObject({ amount: total - 10_000 })
  await shop.choose(again.payment_id, 'pay')
  expect(await shop.orderRow(order_id)).toMatchObject({ status: 'placed', payment_status: 'paid' })
})

test('late money is refunded when the part has paid another order since', async () => {
  const { account, amount, order_id, payment_id } = await (async () => {
    const shopper = await partPayer(10_000, 'test_gateway')
    return { ...shopper, ...(await shopper.startPaying()) }
  })()
  await shop.letPass(order_id, 16)
  await shop.sweep()
  const other = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  await pay(other, account)
  ok(await other.order())

  await shop.choose(payment_id, 'pay')

  expect(await shop.orderRow(order_id)).toMatchObject({ status: 'cancelled', payment_status: 'refunded' })
  expect(await shop.ledgerOf(payment_id)).toMatchObject({ refunded: amount })
})

test('value that covers the total pays the order without a method, and gets a refund back', async () => {
  const { account, cart, total, order, api } = await partPayer(10_000_000, 'test_gateway')
  expect(cart.stored_value?.due.amount).toBe(0)
  const placed = ok(await order())
  expect(placed.payment_required).toBe(false)
  const { order_id, order_no, token } = placed
  expect(await shop.orderRow(order_id)).toMatchObject({
    status: 'placed',
    payment_status: 'paid',
    payment_method_name: 'Test card',
  })
  expect(await balanceOf(pool, account)).toBe(10_000_000 - total)

  const allowance = { amount: 5_000, reason: 'goodwill', note: '', locale: 'en-IN' } as const
  await giveAllowance({ ...services, plugins: services.plugins }, order_id, allowance)
  expect(await balanceOf(pool, account)).toBe(10_000_000 - total + 5_000)
  ok(await api.orders.cancel({ order_no, token, reason: 'changed_mind' }))
  expect(await balanceOf(pool, account)).toBe(10_000_000)
})

test('a fee for the method is not collected where nothing is left to pay', async () => {
  await pool.query("update payment_methods set fee = 4900 where code = 'cod'")
  const { cart, api, account } = await partPayer(10_000_000, 'cod')
  expect(cart.payment_fee.amount).toBe(0)
  const { session_id } = cart
  const scope = { channel, owner: { customerId: null, sessionId: session_id, isFromCookie: true } }
  const without = await takeValueOffCart(db, { scope, version: undefined }, account)
  expect(without.payment_fee.amount).toBe(4_900)
  expect(without.stored_value).toBeUndefined()
  expect(ok(await api.cart.get()).grand_total.amount).toBe(cart.grand_total.amount + 4_900)
  await pool.query("update payment_methods set fee = null where code = 'cod'")
})

test('an order at another amount than the page showed is refused', async () => {
  const { account, cart, order, total } = await partPayer(10_000, 'cod')
  const other = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  await pay(other, account)
  ok(await other.order())

  const seen = { expected_due: cart.stored_value?.due.amount ?? 0 }
  expect(await order(seen)).toMatchObject({ code: 'PRICES_CHANGED' })
  ok(await order({ expected_due: total }))
})

test('one account never pays more than it has when many order at once', async () => {
  const account = await accountWith(db, 25_000)
  const buyers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const buyer = await shop.guestAtPayment(await shop.productWith(5), 'cod')
      await pay(buyer, account)
      return buyer
    }),
  )
  const replies = await Promise.all(buyers.map(({ order }) => order()))

  const { rows } = await pool.query<{ sum: string }>(
    "select sum(captured_amount) from payments where value_account_id = $1 and status = 'paid'",
    [account],
  )
  expect(Number(rows[0]?.sum)).toBe(25_000)
  expect(await balanceOf(pool, account)).toBe(0)
  for (const reply of replies)
    expect(reply.status === 'success' ? 'placed' : reply.code).toMatch(/^(placed|PRICES_CHANGED)$/)
})

test('it pays nothing while its plugin is inactive, it is blocked or it has expired', async () => {
  const { account, api } = await partPayer(10_000, 'cod')
  const hasValue = async () => ok(await api.cart.get()).stored_value !== undefined
  await activateKind(pool, 'TestValue', false)
  expect(await hasValue()).toBe(false)
  await activateKind(pool)
  expect(await hasValue()).toBe(true)
  await pool.query('update value_accounts set blocked_at = now() where id = $1', [account])
  expect(await hasValue()).toBe(false)
  await pool.query(
    "update value_accounts set blocked_at = null, expires_at = now() - interval '1 day' where id = $1",
    [account],
  )
  expect(await hasValue()).toBe(false)
})

test.each([
  ['update value_entries set amount = amount + 1'],
  ['delete from value_entries'],
  ['truncate value_entries'],
  ['update value_accounts set balance = balance + 1'],
  ["insert into value_accounts (kind, label, currency, balance) values ('TestValue', 'Card', 'INR', 5)"],
])('the ledger refuses %s', async (statement) => {
  await accountWith(db, 100)
  await expect(pool.query(statement)).rejects.toThrow('append-only')
})
