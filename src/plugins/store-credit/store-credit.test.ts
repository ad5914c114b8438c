import { afterEach, expect, test } from 'vitest'
import type { OrderDetail } from '#contract/admin/orders.ts'
import type { Cart } from '#contract/cart.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { balanceOf, expectSoundLedger } from '#server/commerce/stored-value/stored-value.test-support.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import type { CustomerCredit } from './admin-contract.ts'
import { storeCreditPlugin } from './server.ts'
import { storeCreditWeb } from './web.ts'

const plugins = [storeCreditPlugin]
const webPlugins = [storeCreditWeb]
const opened = await openShop({ seed: true, pages: true, plugins, webPlugins })
const shop = withOrders(opened)
const { db, pool, services } = shop
await writePlugin(db, plugins, { module_name: 'StoreCredit', is_active: true })
await services.changes.catchUp()
const staff = await signedInStaff(opened, 'owner')
afterEach(() => expectSoundLedger(pool))

type Requests = Awaited<ReturnType<typeof shop.guestAtPayment>>['request']
type Reply<Data> = { status: string; code?: string; message?: string; errors?: object; data: Data }
const call = async <Data = Cart>(
  who: { request: Requests },
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
) => (await who.request({ method, url, ...(payload && { payload }) })).body as Reply<Data>

const apply = (who: { request: Requests }) => call(who, 'POST', '/api/plugins/StoreCredit/apply', {})
const adjust = (customer_id: number, amount: number, more: object = {}) =>
  call<CustomerCredit>(staff, 'POST', '/api/admin/store-credit/adjust', {
    customer_id,
    amount,
    reason: 'For the delay',
    request_key: crypto.randomUUID(),
    ...more,
  })
const undo = (customer_id: number, entry_id: number | undefined) =>
  call<CustomerCredit>(staff, 'POST', '/api/admin/store-credit/undo', { customer_id, entry_id })

let made = 0
/** A customer at the payment step. */
async function customerAtPayment(method = 'cod') {
  made += 1
  const shopper = await shop.guestAtPayment(await shop.productWith(50), method)
  const phone = `91234${String(made).padStart(5, '0')}`
  ok(
    await shopper.api.auth.register({
      ...{ first_name: 'Asha', last_name: 'Rao', phone, email: `credit${made}@example.com` },
      password: 'a pot of tea',
    }),
  )
  const { rows } = await pool.query<{ id: string }>('select max(id) as id from customers')
  return { ...shopper, customerId: Number(rows[0]?.id) }
}

const accountOf = async (customerId: number) => {
  const { rows } = await pool.query<{ id: string }>('select id from value_accounts where customer_id = $1', [
    customerId,
  ])
  return Number(rows[0]?.id)
}
const creditOf = async (customerId: number) => balanceOf(pool, await accountOf(customerId))

/** An order of a customer that is delivered, as staff see it. */
async function deliveredOrder(method: string) {
  const order = await shop.orderOf({ method })
  await shop.deliver(order.order_id)
  await pool.query("update orders set payment_status = 'paid' where id = $1", [order.order_id])
  const read = async () => (await call<OrderDetail>(staff, 'GET', `/api/admin/orders/${order.order_id}`)).data
  const giveBack = async (amount: number, refund_to = 'store_credit', version?: string) =>
    call<OrderDetail>(staff, 'POST', `/api/admin/orders/${order.order_id}/allowances`, {
      ...{ amount, refund_to, reason: 'goodwill', note: '' },
      version: version ?? (await read()).version,
    })
  return { ...order, read, giveBack }
}

test('credit that two of staff give at once is given once, and the other reads who did', async () => {
  const { customerId } = await customerAtPayment()
  const both = (seen_entry_id: number) =>
    Promise.all([
      adjust(customerId, 50_000, { seen_entry_id }),
      adjust(customerId, 50_001, { seen_entry_id }),
    ])

  for (const before of [0, 1]) {
    const { data: seen } = await call<CustomerCredit>(
      staff,
      'GET',
      `/api/admin/store-credit?customer_id=${customerId}`,
    )
    const replies = await both(seen.entries.data[0]?.id ?? 0)

    expect(replies.filter(({ status }) => status === 'success')).toHaveLength(1)
    expect(replies.find(({ status }) => status === 'error')).toMatchObject({
      code: 'STALE_RECORD',
      message: expect.stringContaining(staff.email),
    })
    const { data } = await call<CustomerCredit>(
      staff,
      'GET',
      `/api/admin/store-credit?customer_id=${customerId}`,
    )
    expect(data.entries.total).toBe(before + 1)
  }
})

test('staff give and take credit once for a request, and undo each entry once', async () => {
  const { customerId } = await customerAtPayment()
  const request_key = crypto.randomUUID()
  await adjust(customerId, 50_000, { request_key })
  const { data } = await adjust(customerId, 50_000, { request_key })
  expect(data).toMatchObject({
    balances: [{ amount: 50_000, currency: 'INR' }],
    entries: { total: 1, data: [{ amount: { amount: 50_000 }, note: 'For the delay', can_undo: true }] },
  })
  expect(await adjust(customerId, -60_000)).toMatchObject({
    code: 'VALIDATION',
    errors: { amount: [/less/] },
  })
  await adjust(customerId, -10_000)

  const given = data.entries.data[0]?.id
  expect(await undo(customerId, given)).toMatchObject({ code: 'NO_CREDIT_LEFT' })
  const taken = (await adjust(customerId, 10_000)).data.entries.data[1]?.id
  await Promise.all([undo(customerId, given), undo(customerId, given)])
  expect(await creditOf(customerId)).toBe(0)
  await undo(customerId, taken)
  expect(await creditOf(customerId)).toBe(10_000)
  expect(await undo(customerId + 1, given)).toMatchObject({ code: 'NOT_FOUND' })

  const { rows } = await pool.query(
    "select action, after from audit_log where record_type = 'customer' and record_id = $1 order by id",
    [String(customerId)],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    ...['customer.give_credit', 'customer.take_credit', 'customer.give_credit'],
    ...['customer.undo_credit', 'customer.undo_credit'],
  ])
})

test.each([
  ['nothing', { amount: 0 }],
  ['a fraction', { amount: 1.5 }],
  ['no reason', { amount: 5, reason: '  ' }],
  ['10 KB of reason', { amount: 5, reason: 'x'.repeat(10_000) }],
])('an adjustment with %s is refused', async (_, input) => {
  const { customerId } = await customerAtPayment()
  expect(await adjust(customerId, 5, input)).toMatchObject({ code: 'VALIDATION' })
  expect(await accountOf(customerId)).toBeNaN()
})

test('an adjustment of a guest or an unknown customer is refused', async () => {
  expect(await adjust(999_999_999, 5)).toMatchObject({ code: 'NOT_FOUND' })
  const { rows } = await pool.query<{ id: string }>(
    "insert into customers (is_guest, guest_email) values (true, 'guest@example.com') returning id",
  )
  expect(await adjust(Number(rows[0]?.id), 5)).toMatchObject({ code: 'NOT_FOUND' })
})

test('a customer pays a part with credit, reads the statement, and gets it back with a cancellation', async () => {
  const shopper = await customerAtPayment()
  const { customerId, api } = shopper
  await adjust(customerId, 10_000)
  const { data: cart } = await apply(shopper)
  expect(cart.stored_value).toMatchObject({
    parts: [{ kind: 'StoreCredit', label: 'Store credit', amount: { amount: 10_000 } }],
    due: { amount: cart.grand_total.amount - 10_000 },
  })
  const page = String((await shopper.request({ method: 'GET', url: '/checkout/payment' })).body)
  expect(page).toContain('Remove store credit')

  const { order_no } = ok(await shopper.order())
  expect(await creditOf(customerId)).toBe(0)
  ok(await api.orders.cancel({ order_no, reason: 'changed_mind' }))
  expect(await creditOf(customerId)).toBe(10_000)

  const account = String((await shopper.request({ method: 'GET', url: '/account/store-credit' })).body)
  for (const text of ['₹100', 'Paid with it', 'Refunded', order_no, 'For the delay'])
    expect(account).toContain(text)
  expect(account).not.toContain(staff.email)
})

test('the credit goes on a cart and off it without JavaScript', async () => {
  const shopper = await customerAtPayment()
  await adjust(shopper.customerId, 10_000)
  const post = (form: string) =>
    shopper.request({
      method: 'POST',
      url: `/forms/${form}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        referer: `${services.config.storeUrl ?? 'http://localhost'}/checkout/payment`,
      },
      payload: '',
    })
  expect(await post('apply-store-credit')).toMatchObject({
    status: 303,
    headers: { location: '/checkout/payment' },
  })
  expect(ok(await shopper.api.cart.get()).stored_value?.parts).toHaveLength(1)
  expect(await post('remove-store-credit')).toMatchObject({ status: 303 })
  expect(ok(await shopper.api.cart.get()).stored_value).toBeUndefined()
})

test('two presses of one customer at once spend the credit once', async () => {
  const buyer = await customerAtPayment()
  await adjust(buyer.customerId, 10_000)
  await apply(buyer)
  const replies = await Promise.all([buyer.order(), buyer.order()])
  expect(replies.filter(({ status }) => status === 'success').length).toBeGreaterThan(0)
  const { rows } = await pool.query(
    "select sum(amount)::integer as sum from payments where value_account_id = $1 and status = 'paid'",
    [await accountOf(buyer.customerId)],
  )
  expect(rows).toEqual([{ sum: 10_000 }])
  expect(await creditOf(buyer.customerId)).toBe(0)
})

test('the credit of another customer pays nothing, whatever names it on the cart', async () => {
  const owner = await customerAtPayment()
  await adjust(owner.customerId, 10_000)
  const other = await customerAtPayment()
  const { session_id } = ok(await other.api.cart.get())
  await pool.query(
    'insert into cart_values (cart_id, account_id) select id, $2 from carts where session_id = $1 or customer_id = $3',
    [session_id, await accountOf(owner.customerId), other.customerId],
  )
  expect(ok(await other.api.cart.get()).stored_value).toBeUndefined()
  ok(await other.order())
  expect(await creditOf(owner.customerId)).toBe(10_000)
})

test.each(['cod', 'test_gateway'])(
  'a refund of an order by %s goes to credit, and its documents and messages say so',
  async (method) => {
    const order = await deliveredOrder(method)
    const before = await order.read()
    expect(before.refundable.to).toEqual(['original', 'store_credit'])
    const { data } = await order.giveBack(5_000)
    expect(data).toMatchObject({
      refundable: { amount: { amount: before.refundable.amount.amount - 5_000 } },
      refunds: [{ refund_to: 'store_credit', status: 'refunded', amount: { amount: 5_000 } }],
      owed_refunds: [],
      payment_status: 'partially_refunded',
    })
    expect(data.log[0]).toMatchObject({ action: 'order.give_back', after: { refund_to: 'store_credit' } })
    expect(await creditOf(before.customer_id ?? 0)).toBe(5_000)
    const { rows } = await pool.query<{ text: string }>(
      "select text from outbox where order_id = $1 and kind like 'refunded:%' and channel = 'mail'",
      [order.order_id],
    )
    expect(rows[0]?.text).toContain('₹50 is on your store credit')
    const notes = await pool.query(
      'select document from credit_notes n join refunds r on r.id = n.refund_id where r.order_id = $1',
      [order.order_id],
    )
    expect(notes.rows[0]?.document).toMatchObject({ refund_to: 'store_credit' })
    const refunded = await pool.query("select status from payment_refunds where status <> 'done'")
    expect(refunded.rows, 'no gateway is asked').toEqual([])
  },
)

test('two refunds of staff at once give no more than the order has brought', async () => {
  const order = await deliveredOrder('test_gateway')
  const { refundable, version, customer_id } = await order.read()
  const replies = await Promise.all(
    [1, 2, 3].map(() => order.giveBack(refundable.amount.amount, 'store_credit', version)),
  )
  expect(replies.filter(({ status }) => status === 'success')).toHaveLength(1)
  expect(await creditOf(customer_id ?? 0)).toBe(refundable.amount.amount)
  expect((await order.read()).payment_status).toBe('refunded')
})

test('a return is settled to credit, and what credit paid goes back to it by the original way', async () => {
  const order = await deliveredOrder('cod')
  const { customer_id, productchannel } = await order.read()
  const item_id = productchannel[0]?.id
  const act = async (path: string, payload: object) =>
    call<OrderDetail>(staff, 'POST', `/api/admin/orders/${order.order_id}/${path}`, {
      version: (await order.read()).version,
      ...payload,
    })
  const started = await act('returns', { items: [{ item_id, quantity: 1, reason: 'other' }] })
  const refund_no = started.data.refunds[0]?.refund_no
  const amount = started.data.refunds[0]?.amount.amount
  for (const step of ['returned', 'paid'])
    expect(await act('refund', { refund_no, step, refund_to: 'store_credit' })).toMatchObject({
      status: 'success',
    })
  expect(await creditOf(customer_id ?? 0)).toBe(amount)
  expect((await order.read()).refunds[0]).toMatchObject({ refund_to: 'store_credit', status: 'refunded' })
})

test('a guest has no credit to refund to, and none is given while the plugin is inactive', async () => {
  const guest = await shop.orderOf({ isCustomer: false })
  await shop.deliver(guest.order_id)
  await pool.query("update orders set payment_status = 'paid' where id = $1", [guest.order_id])
  const url = `/api/admin/orders/${guest.order_id}`
  const { data } = await call<OrderDetail>(staff, 'GET', url)
  expect(data.refundable.to).toEqual(['original'])
  const give = { amount: 5_000, refund_to: 'store_credit', reason: 'goodwill', version: data.version }
  expect(await call(staff, 'POST', `${url}/allowances`, give)).toMatchObject({
    errors: { refund_to: [/Guests/] },
  })

  const order = await deliveredOrder('cod')
  await writePlugin(db, plugins, { module_name: 'StoreCredit', is_active: false })
  await services.changes.catchUp()
  expect((await order.read()).refundable.to).toEqual(['original'])
  expect(await order.giveBack(5_000)).toMatchObject({ errors: { refund_to: [/switched off/] } })
  await writePlugin(db, plugins, { module_name: 'StoreCredit', is_active: true })
  await services.changes.catchUp()
})
