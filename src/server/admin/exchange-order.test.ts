import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { findCreditNote } from '#server/commerce/orders/find-invoice.ts'

const opened = await openShop({ seed: true })
const shop = withOrders(opened)
const { db, pool, choose, paymentsOf, ledgerOf, productWith, stockOf, sweep } = shop
const { adminOrders } = (await signedInStaff(opened, 'fulfilment')).admin
await db.deleteFrom('shipping_rates').execute()
await db.updateTable('shipping_methods').set({ price: 0, free_from: null }).execute()

const read = async (id: number) => ok(await adminOrders.get({ id }))
const priced = async (price: number, stock = 50) => {
  const product = await productWith(stock)
  await db
    .updateTable('prices')
    .set({ selling_price: price, mrp: price })
    .where('variation_id', '=', product.id)
    .execute()
  return product
}

type More = Partial<Omit<Parameters<typeof adminOrders.quoteExchange>[0], 'id'>>

/** A delivered order of three pieces of one product, and an exchange of one of them for a new product. */
async function delivered(method: 'cod' | 'test_gateway' = 'test_gateway') {
  const made = await shop.deliveredOrder({ method })
  const id = made.order_id
  const detail = await read(id)
  const [line] = detail.productchannel
  if (!line) throw new Error('The order has a line')
  return { ...made, id, detail, line, worth: line.total.amount / 3 }
}
type Delivered = Awaited<ReturnType<typeof delivered>>

const requestOf = ({ line }: Delivered, product: { id: number }, more: More = {}) => ({
  session: randomUUID(),
  returned: [{ item_id: line.id, quantity: 1, reason: 'does_not_fit' as const }],
  items: [{ variation_id: product.id, quantity: 1 }],
  mode: 'at_once' as const,
  payment_method: 'test_gateway',
  ...more,
})

/** Exchanges as a member of staff who looked at the quote. */
async function exchange(former: Delivered, product: { id: number }, more: More = {}) {
  const request = requestOf(former, product, more)
  const quote = ok(await adminOrders.quoteExchange({ id: former.id, ...request }))
  const agreed = { expected_total: quote.cart?.grand_total.amount ?? 0, idempotency_key: randomUUID() }
  const sent = { id: former.id, version: quote.version, ...request, ...agreed }
  return { quote, sent, reply: await adminOrders.exchange(sent) }
}

async function payLink(link: string | null) {
  const address = new URL(link ?? '')
  const order = {
    order_id: Number(address.searchParams.get('order_id')),
    token: address.searchParams.get('token') ?? '',
  }
  const { payment_id } = ok(await shop.guest().api.checkout.processPayment(order))
  await choose(payment_id, 'pay')
  return payment_id
}

const step = async (id: number, name: 'returned' | 'paid' | 'reject', more: object = {}) => {
  const { version, refunds } = await read(id)
  const [refund] = refunds
  return adminOrders.refund({ id, version, refund_no: refund?.refund_no ?? '', step: name, ...more })
}

/** What the gateway has really captured and paid back for an order. */
async function atGateway(id: number) {
  const own = (await paymentsOf(id)).filter(
    ({ gateway, status }) => gateway === 'test_gateway' && status === 'paid',
  )
  const rows = await Promise.all(own.map((payment) => ledgerOf(payment.id)))
  return {
    captured: own.reduce((sum, payment) => sum + payment.captured_amount, 0),
    refunded: rows.reduce((sum, row) => sum + row.refunded, 0),
  }
}

test('the quote has the paid amount of the pieces, the other variations and the difference, and writes no order', async () => {
  const former = await delivered()
  const product = await priced(former.worth + 10_000)
  const quote = ok(await adminOrders.quoteExchange({ id: former.id, ...requestOf(former, product) }))
  expect(quote.credit.amount).toBe(former.worth)
  expect(quote.difference.amount).toBe(10_000)
  expect(quote.lines).toMatchObject([
    { item_id: former.line.id, quantity: 3, paid: { amount: former.line.total.amount } },
  ])
  expect(await read(former.id)).toMatchObject({ status: 'delivered', version: former.detail.version })
})

test('the difference is requested by a payment link; paid, the new order is placed and its invoice is over all of it', async () => {
  const former = await delivered()
  const product = await priced(former.worth + 10_000)
  const stock = await stockOf(product)
  const { reply } = await exchange(former, product)
  const waiting = ok(reply)
  expect(waiting).toMatchObject({
    status: 'pending_payment',
    exchange: { former_no: former.order_no, credit: { amount: former.worth }, due: { amount: 10_000 } },
    exchange_for: { id: former.id },
  })
  expect(await stockOf(product), 'its stock is held').toBe(stock - 1)
  const old = await read(former.id)
  expect(old).toMatchObject({ status: 'refund_approved', exchanged_by: { id: waiting.id } })
  expect(old.refunds).toMatchObject([
    { exchange: { order_no: waiting.order_no, amount: { amount: former.worth } } },
  ])
  expect(old.log[0]).toMatchObject({ action: 'order.exchange', after: { exchanged_for: waiting.order_no } })

  const payment = await payLink(waiting.payment_link)
  expect((await ledgerOf(payment)).amount, 'only the difference is requested').toBe(10_000)
  const paid = await read(waiting.id)
  expect(paid).toMatchObject({ status: 'placed', payment_status: 'paid', exchange: { due: { amount: 0 } } })
  const packed = ok(await adminOrders.pack({ id: paid.id, version: paid.version }))
  const sent = ok(await adminOrders.ship({ id: paid.id, version: packed.version, courier: 'Bluebird' }))
  expect(sent.invoices[0]?.total.amount).toBe(former.worth + 10_000)

  ok(await step(former.id, 'returned', { restocks: true }))
  const settled = ok(await step(former.id, 'paid'))
  expect(await atGateway(former.id), 'its value was used once').toEqual({
    captured: former.line.total.amount,
    refunded: 0,
  })
  expect(settled.refundable.amount.amount).toBe(2 * former.worth)
  expect(settled.totals.refunded.amount).toBe(0)
  const note = await findCreditNote(db, former.id, { refund_no: settled.refunds[0]?.refund_no })
  expect(note.total).toBe(former.worth)
})

test('what is left of the return is refunded when it has arrived, and cheaper goods need no payment', async () => {
  const former = await delivered()
  const product = await priced(former.worth - 5_000)
  const { reply, quote } = await exchange(former, product)
  expect(quote.difference.amount).toBe(-5_000)
  expect(ok(reply)).toMatchObject({ status: 'placed', payment_status: 'paid', payment_link: null })
  expect((await atGateway(former.id)).refunded).toBe(0)
  ok(await step(former.id, 'returned'))
  ok(await step(former.id, 'paid'))
  expect((await atGateway(former.id)).refunded).toBe(5_000)
})

test('where nothing comes back, the rest is refunded at once and nothing goes into stock', async () => {
  const former = await delivered()
  const product = await priced(former.worth - 5_000)
  const stock = await stockOf({ id: former.line.product_id ?? 0 })
  ok((await exchange(former, product, { mode: 'kept' })).reply)
  const old = await read(former.id)
  expect(old).toMatchObject({ status: 'refunded', payment_status: 'partially_refunded' })
  expect((await atGateway(former.id)).refunded).toBe(5_000)
  expect(await stockOf({ id: former.line.product_id ?? 0 })).toBe(stock)
})

test('new items that wait for the return: a part that arrives pays as much, and the rest stays with the customer', async () => {
  const former = await delivered()
  const product = await priced(2 * former.worth)
  const both = [{ item_id: former.line.id, quantity: 2, reason: 'other' as const }]
  const waiting = ok((await exchange(former, product, { mode: 'on_receipt', returned: both })).reply)
  expect(waiting).toMatchObject({ status: 'pending_payment', payment_link: null, can_pay: false })
  expect(waiting.actions).not.toContain('sendPaymentLink')
  const { item_id = 0 } = (await read(former.id)).refunds[0]?.items[0] ?? {}
  ok(await step(former.id, 'returned', { items: [{ item_id, quantity: 1 }], restocks: true }))
  ok(await step(former.id, 'paid'))
  const requested = await read(waiting.id)
  expect(requested.exchange).toMatchObject({
    credit: { amount: former.worth },
    due: { amount: former.worth },
  })
  await payLink(requested.payment_link)
  expect(await read(waiting.id)).toMatchObject({ status: 'placed', payment_status: 'paid' })
  const lines = (await read(former.id)).productchannel.map(({ status, quantity }) => `${quantity} ${status}`)
  expect(lines.toSorted()).toEqual(['1 delivered', '1 delivered', '1 refunded'])
})

test('a link that is not paid in time: the return counts again, and is refunded once', async () => {
  const former = await delivered()
  const product = await priced(former.worth + 10_000)
  const stock = await stockOf(product)
  const waiting = ok((await exchange(former, product)).reply)
  await pool.query(
    `update orders set pay_by = now() - interval '1 minute', held_until = now() - interval '1 minute', placed_at = now() - interval '2 days' where id = $1`,
    [waiting.id],
  )
  await sweep()
  expect(await read(waiting.id)).toMatchObject({ status: 'cancelled', exchange: { credit: { amount: 0 } } })
  expect(await stockOf(product)).toBe(stock)
  ok(await step(former.id, 'returned'))
  ok(await step(former.id, 'paid'))
  expect((await atGateway(former.id)).refunded).toBe(former.worth)
})

test('a settled return whose new order is cancelled is refunded the way the former order was paid', async () => {
  const former = await delivered()
  const product = await priced(former.worth)
  const placed = ok((await exchange(former, product, { mode: 'kept' })).reply)
  expect((await atGateway(former.id)).refunded).toBe(0)
  ok(await adminOrders.cancel({ id: placed.id, version: placed.version, reason: 'customer_asked' }))
  expect((await atGateway(former.id)).refunded).toBe(former.worth)
})

test('declining the return cancels the new order and returns its payment', async () => {
  const former = await delivered()
  const product = await priced(former.worth + 10_000)
  const waiting = ok((await exchange(former, product)).reply)
  const payment = await payLink(waiting.payment_link)
  ok(await step(former.id, 'returned'))
  expect(ok(await step(former.id, 'reject', { note: 'It was worn' })).status).toBe('refund_rejected')
  expect((await read(waiting.id)).status).toBe('cancelled')
  expect((await ledgerOf(payment)).refunded).toBe(10_000)
  expect(await atGateway(former.id)).toMatchObject({ refunded: 0 })
  expect((await read(former.id)).refundable.amount.amount).toBe(former.line.total.amount)
})

test('a return cannot be declined once the new items have left', async () => {
  const former = await delivered()
  const placed = ok((await exchange(former, await priced(former.worth))).reply)
  const packed = ok(await adminOrders.pack({ id: placed.id, version: placed.version }))
  ok(await adminOrders.ship({ id: placed.id, version: packed.version, courier: 'Bluebird' }))
  ok(await step(former.id, 'returned'))
  expect(await step(former.id, 'reject')).toMatchObject({ code: 'ORDER_STATE' })
  expect((await read(former.id)).status).toBe('returned')
})

test('of an order paid on delivery the value is paid back by hand when the new order is cancelled', async () => {
  const former = await delivered('cod')
  const product = await priced(former.worth + 10_000)
  const placed = ok((await exchange(former, product, { mode: 'kept', payment_method: 'cod' })).reply)
  expect(placed).toMatchObject({
    status: 'placed',
    payment_status: 'pending',
    exchange: { due: { amount: 10_000 } },
  })
  const cancelled = ok(
    await adminOrders.cancel({ id: placed.id, version: placed.version, reason: 'customer_asked' }),
  )
  expect(cancelled.owed_refunds).toMatchObject([{ amount: { amount: former.worth }, paid_on: null }])
  expect((await read(former.id)).owed_refunds).toEqual([])
})

test('short stock leaves no return and no order', async () => {
  const former = await delivered()
  const product = await priced(former.worth, 1)
  const orders = async () => (await pool.query('select count(*)::int as n from orders')).rows[0].n
  const request = requestOf(former, product)
  const quote = ok(await adminOrders.quoteExchange({ id: former.id, ...request }))
  await db.updateTable('variations').set({ stock: 0 }).where('id', '=', product.id).execute()
  const before = await orders()
  const agreed = { expected_total: quote.cart?.grand_total.amount ?? 0, idempotency_key: randomUUID() }
  const reply = await adminOrders.exchange({ id: former.id, version: quote.version, ...request, ...agreed })
  expect(reply).toMatchObject({ code: expect.stringMatching(/OUT_OF_STOCK|CART_INVALID/) })
  expect(await read(former.id)).toMatchObject({
    status: 'delivered',
    refunds: [],
    version: former.detail.version,
  })
  expect(await orders()).toBe(before)
})

test('a request that is sent twice, one after the other or at once, makes one exchange', async () => {
  const former = await delivered()
  const { sent, reply } = await exchange(former, await priced(former.worth))
  expect(ok(await adminOrders.exchange(sent)).id).toBe(ok(reply).id)

  // Both fill the same cart.
  for (let at = 0; at < 4; at++) {
    const next = await delivered()
    const request = requestOf(next, await priced(next.worth))
    const quote = ok(await adminOrders.quoteExchange({ id: next.id, ...request }))
    const agreed = { expected_total: quote.cart?.grand_total.amount ?? 0, idempotency_key: randomUUID() }
    const twice = { id: next.id, version: quote.version, ...request, ...agreed }
    const replies = await Promise.all([adminOrders.exchange(twice), adminOrders.exchange(twice)])
    const made = replies.flatMap((one) => (one.status === 'success' ? [one.data.id] : []))
    expect(new Set(made).size).toBe(1)
    expect((await read(next.id)).exchanged_by?.id).toBe(made[0])
    const { rows } = await pool.query('select count(*)::int as n from refunds where order_id = $1', [next.id])
    expect(rows[0].n).toBe(1)
  }
})

test('of two members of staff who exchange at once one is refused', async () => {
  const former = await delivered()
  const product = await priced(former.worth)
  const tries = await Promise.all([exchange(former, product), exchange(former, product)])
  const codes = tries.map(({ reply }) => (reply.status === 'error' ? reply.code : 'done'))
  expect(codes.toSorted()).toEqual(['STALE_RECORD', 'done'])
  const { rows } = await pool.query(
    `select count(*)::int as n from payments where gateway = 'exchange' and source_id in
    (select id from payments where order_id = $1)`,
    [former.id],
  )
  expect(rows[0].n).toBe(1)
})

test('a new order that is cancelled while its return is settled returns the value once', async () => {
  for (let at = 0; at < 4; at++) {
    const former = await delivered()
    const placed = ok((await exchange(former, await priced(former.worth))).reply)
    ok(await step(former.id, 'returned'))
    const [settled, cancelled] = await Promise.all([
      step(former.id, 'paid'),
      adminOrders.cancel({ id: placed.id, version: placed.version, reason: 'customer_asked' }),
    ])
    expect([settled.status, cancelled.status]).toEqual(['success', 'success'])
    await sweep()
    expect((await atGateway(former.id)).refunded).toBe(former.worth)
  }
})

test('the page of the payment link opens the amount that is due, and nothing of the former order', async () => {
  const former = await delivered()
  const waiting = ok((await exchange(former, await priced(former.worth + 10_000))).reply)
  const address = new URL(waiting.payment_link ?? '')
  const shown = ok(
    await shop.guest().api.checkout.complete({
      order_id: waiting.id,
      token: address.searchParams.get('token') ?? '',
    }),
  )
  expect(shown).toMatchObject({ can_pay: true, grand_total: { amount: 10_000 }, exchange: null })
})

test('a return without an exchange that arrives in part refunds that part', async () => {
  const former = await delivered()
  const items = [{ item_id: former.line.id, quantity: 2, reason: 'other' as const }]
  ok(await adminOrders.startReturn({ id: former.id, version: former.detail.version, items }))
  const { item_id = 0 } = (await read(former.id)).refunds[0]?.items[0] ?? {}
  const tooMany = [{ item_id, quantity: 3 }]
  expect(await step(former.id, 'returned', { items: tooMany })).toMatchObject({ code: 'VALIDATION' })
  expect(await step(former.id, 'returned', { items: [] })).toMatchObject({ code: 'NOT_REFUNDABLE' })
  ok(await step(former.id, 'returned', { items: [{ item_id, quantity: 1 }] }))
  ok(await step(former.id, 'paid'))
  expect((await atGateway(former.id)).refunded).toBe(former.worth)
})

test('an order that waits for its return takes no payment, also not by hand, and one that was cancelled waits no more', async () => {
  const former = await delivered()
  const product = await priced(former.worth + 10_000)
  const waiting = ok((await exchange(former, product, { mode: 'on_receipt', payment_method: 'cod' })).reply)
  expect(waiting).toMatchObject({ status: 'pending_payment', status_label: 'Waiting for the return' })
  expect(waiting.actions).not.toContain('confirmPayment')
  const { id, version } = waiting
  expect(await adminOrders.confirmPayment({ id, version })).toMatchObject({ code: 'ORDER_STATE' })
  expect(await adminOrders.sendPaymentLink({ id, version })).toMatchObject({ code: 'ORDER_STATE' })

  const cancelled = ok(await adminOrders.cancel({ id, version, reason: 'customer_asked' }))
  expect(cancelled).toMatchObject({ status: 'cancelled', exchange: { awaits_return: false } })
  ok(await step(former.id, 'returned'))
  ok(await step(former.id, 'paid'))
  expect((await atGateway(former.id)).refunded).toBe(former.worth)
})
