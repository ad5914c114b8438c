import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { address } from '#harness/addresses.ts'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'

const opened = await openShop({ seed: true })
const shop = withPayments(opened)
const { adminOrders } = (await signedInStaff(opened, 'fulfilment')).admin
const viewer = (await signedInStaff(opened, 'viewer')).admin

const { address_type: _, ...to } = address

const noCustom: { name: string; quantity: number; unit_price: number; tax_class: string }[] = []

/** An order by phone of one piece that its customer pays by a link. */
async function linkedOrder({ stock = 1, link_days = 3, custom = noCustom, quote = {} } = {}) {
  const vase = await shop.productWith(stock)
  const order = {
    session: randomUUID(),
    items: [{ variation_id: vase.id, quantity: 1 }],
    custom,
    phone: '9876543210',
    email: 'caller@example.com',
    address: to,
    payment_method: 'test_gateway',
  }
  const { grand_total } = ok(await adminOrders.quote(order))
  const entry = {
    ...order,
    ...quote,
    link_days,
    idempotency_key: randomUUID(),
    expected_total: grand_total.amount,
  }
  const detail = ok(await adminOrders.create(entry))
  return { vase, entry, detail, ...linkOf(detail) }
}

/** What the link names. */
function linkOf({ payment_link }: { payment_link: string | null }) {
  const { pathname, searchParams } = new URL(payment_link ?? '')
  return { pathname, order_id: Number(searchParams.get('order_id')), token: searchParams.get('token') ?? '' }
}

test('an order by phone is paid by a link within its days, on any device', async () => {
  const { detail, entry, vase, pathname, order_id, token } = await linkedOrder()
  expect(detail).toMatchObject({
    status: 'pending_payment',
    actions: expect.arrayContaining(['sendPaymentLink']),
  })
  expect(pathname).toBe('/checkout-failed')
  expect(ok(await adminOrders.create(entry)).id, 'an answer that was lost places nothing twice').toBe(
    detail.id,
  )
  expect(await shop.messagesOf(order_id)).toEqual(['mail payment_link', 'sms payment_link'])
  const [mail] = await shop.db.selectFrom('outbox').selectAll().where('order_id', '=', order_id).execute()
  expect(mail?.text).toContain(detail.payment_link)

  await shop.letPass(order_id, 2 * 24 * 60)
  await shop.sweep()
  expect(await shop.stockOf(vase), 'its stock is held').toBe(0)
  const { api } = shop.guest()
  expect(ok(await api.checkout.complete({ order_id, token }))).toMatchObject({
    can_pay: true,
    productchannel: [],
    pay_by: detail.pay_by,
  })
  const { payment_id } = ok(await api.checkout.processPayment({ order_id, token }))
  expect((await shop.orderRow(order_id)).held_until, 'a started payment does not shorten it').toEqual(
    new Date(detail.pay_by ?? ''),
  )
  await shop.choose(payment_id, 'pay')

  expect(await shop.orderRow(order_id)).toMatchObject({ status: 'placed', payment_status: 'paid' })
  expect(await shop.messagesOf(order_id)).toEqual(
    expect.arrayContaining(['mail order_placed', 'sms order_placed']),
  )
  const paid = ok(await adminOrders.get({ id: order_id }))
  expect(paid).toMatchObject({ payment_link: null })
  expect(paid.actions).not.toContain('sendPaymentLink')
  expect(await adminOrders.sendPaymentLink({ id: order_id, version: paid.version })).toMatchObject({
    code: 'ORDER_STATE',
  })
})

const endedMails = (order_id: number) =>
  shop.db
    .selectFrom('outbox')
    .select(['subject', 'text'])
    .where('order_id', '=', order_id)
    .where('channel', '=', 'mail')
    .where('kind', 'like', 'link_ended:%')
    .execute()

test('a declined payment does not end the link', async () => {
  const { order_id, token, vase } = await linkedOrder()
  const { api } = shop.guest()
  const { payment_id } = ok(await api.checkout.processPayment({ order_id, token }))
  await shop.choose(payment_id, 'decline')

  expect(await api.checkout.completePayment({ order_id, token, payment_id })).toMatchObject({
    code: 'PAYMENT_FAILED',
  })
  expect((await shop.orderRow(order_id)).status).toBe('pending_payment')
  expect(await shop.stockOf(vase)).toBe(0)
  const again = ok(await api.checkout.processPayment({ order_id, token }))
  expect(again.payment_id).not.toBe(payment_id)
  await shop.choose(again.payment_id, 'pay')
  expect(await shop.orderRow(order_id)).toMatchObject({ status: 'placed', payment_status: 'paid' })
})

test('an order is cancelled after the last day of its link, and its stock is free', async () => {
  const { order_id, token, vase } = await linkedOrder({ link_days: 1 })
  await shop.pool.query(`update orders set pay_by = pay_by - interval '25 hours' where id = $1`, [order_id])
  await shop.letPass(order_id, 25 * 60)
  await shop.sweep()
  await shop.sweep()

  expect((await shop.orderRow(order_id)).status).toBe('cancelled')
  expect(await endedMails(order_id)).toMatchObject([
    { subject: expect.stringMatching(/^Your order \S+ was not paid$/) },
  ])
  expect(await shop.stockOf(vase)).toBe(1)
  const { api } = shop.guest()
  expect(await api.checkout.complete({ order_id, token })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await api.checkout.processPayment({ order_id, token })).toMatchObject({ code: 'ORDER_CANCELLED' })
})

test('staff send the customer of a failed online order a link, which reserves its items again', async () => {
  const { order_id, vase } = await shop.payingGuest('test_gateway', 1)
  await shop.letPass(order_id, 16)
  await shop.sweep()
  expect(await endedMails(order_id), 'it had no link').toEqual([])
  expect(await shop.stockOf(vase)).toBe(1)

  const failed = ok(await adminOrders.get({ id: order_id }))
  expect(ok(await viewer.adminOrders.get({ id: order_id })).payment_link, 'who may only look').toBeNull()
  const retained = ok(await adminOrders.sendPaymentLink({ id: order_id, version: failed.version, days: 7 }))

  expect(retained).toMatchObject({ status: 'pending_payment', payment_link: failed.payment_link })
  expect(Date.parse(retained.pay_by ?? '') - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000)
  expect(await shop.stockOf(vase)).toBe(0)
  expect(retained.log.map(({ action }) => action)).toContain('order.send_payment_link')
})

test('a quote names the price of each line, is valid for its days, and is accepted by paying it', async () => {
  const custom = [{ name: 'Fitting', quantity: 2, unit_price: 50_000, tax_class: 'standard' }]
  const { detail, order_id, token, vase } = await linkedOrder({ custom, quote: { quote_days: 30 } })
  expect(detail).toMatchObject({ is_quote: true, status: 'pending_payment', status_label: 'Quote' })
  expect(Date.parse(detail.pay_by ?? '') - Date.now()).toBeGreaterThan(29.9 * 24 * 3_600_000)
  const listed = ok(await adminOrders.list({ q: detail.order_no })).data
  expect(listed.map(({ status_label }) => status_label)).toEqual(['Quote'])
  expect(await shop.messagesOf(order_id)).toEqual(['mail quote', 'sms quote'])
  const mail = await shop.db
    .selectFrom('outbox')
    .select(['subject', 'text'])
    .where('order_id', '=', order_id)
    .where('channel', '=', 'mail')
    .executeTakeFirstOrThrow()
  expect(mail.subject).toBe(`Your quote ${detail.order_no}`)
  expect(mail.text).toContain('2 × Fitting: ₹1,000')
  expect(mail.text).toContain(detail.payment_link)

  const { api } = shop.guest()
  expect(ok(await api.checkout.complete({ order_id, token }))).toMatchObject({
    is_quote: true,
    can_pay: true,
  })
  const { payment_id } = ok(await api.checkout.processPayment({ order_id, token }))
  await shop.choose(payment_id, 'pay')
  expect(ok(await adminOrders.get({ id: order_id }))).toMatchObject({
    ...{ status: 'placed', status_label: 'Placed', payment_status: 'paid' },
    productchannel: [{}, { name: 'Fitting', product_id: null }],
  })
  expect(await shop.stockOf(vase)).toBe(0)
})

test('an unpaid quote expires, and one that is not paid online is refused', async () => {
  const { order_id, vase } = await linkedOrder({ quote: { quote_days: 1 } })
  await shop.pool.query(`update orders set pay_by = pay_by - interval '25 hours' where id = $1`, [order_id])
  await shop.letPass(order_id, 25 * 60)
  await shop.sweep()
  expect((await shop.orderRow(order_id)).status).toBe('cancelled')
  const { status_label, order_no } = ok(await adminOrders.get({ id: order_id }))
  expect(await endedMails(order_id)).toMatchObject([
    { subject: `Your quote ${order_no} has ended`, text: expect.stringContaining('It was valid until') },
  ])
  const [listed] = ok(await adminOrders.list({ q: order_no })).data
  expect([status_label, listed?.status_label]).toEqual(['Quote not accepted', 'Quote not accepted'])
  expect(await shop.stockOf(vase)).toBe(1)

  const order = {
    ...{ session: randomUUID(), phone: '9876543210', address: to, payment_method: 'cod' },
    items: [{ variation_id: vase.id, quantity: 1 }],
  }
  const { grand_total } = ok(await adminOrders.quote(order))
  const entry = { ...order, idempotency_key: randomUUID(), expected_total: grand_total.amount }
  expect(await adminOrders.create({ ...entry, quote_days: 14 })).toMatchObject({
    errors: { payment_method: ['A quote is accepted by paying it: choose a payment link'] },
  })
  expect(await shop.stockOf(vase)).toBe(1)
})

test('a line without a product does not keep a failed order from a new link', async () => {
  const custom = [{ name: 'Fitting', quantity: 1, unit_price: 50_000, tax_class: 'standard' }]
  const { order_id, vase } = await linkedOrder({ custom })
  await shop.pool.query('update orders set held_until = now() where id = $1', [order_id])
  await shop.sweep()
  const { status, version } = ok(await adminOrders.get({ id: order_id }))
  expect(status).toBe('payment_failed')

  ok(await adminOrders.sendPaymentLink({ id: order_id, version }))
  expect(await shop.stockOf(vase)).toBe(0)
})

test('a link is refused when the items of a failed order are sold, and nothing is sent', async () => {
  const { order_id, vase } = await shop.payingGuest('test_gateway', 1)
  await shop.letPass(order_id, 16)
  await shop.sweep()
  await shop.db.updateTable('variations').set({ stock: 0 }).where('id', '=', vase.id).execute()

  const { version } = ok(await adminOrders.get({ id: order_id }))
  expect(await adminOrders.sendPaymentLink({ id: order_id, version })).toMatchObject({ code: 'OUT_OF_STOCK' })
  expect(await shop.orderRow(order_id)).toMatchObject({ status: 'payment_failed', pay_by: null })
  expect(await shop.messagesOf(order_id)).toEqual([])
})

test('an order that is paid on delivery has no link, and days out of range are refused', async () => {
  const made = await shop.guestAtPayment(await shop.productWith(1), 'cod')
  const { order_id } = ok(await made.order())
  const { version, payment_link } = ok(await adminOrders.get({ id: order_id }))
  expect(payment_link).toBeNull()
  expect(await adminOrders.sendPaymentLink({ id: order_id, version })).toMatchObject({ code: 'ORDER_STATE' })
  expect(await adminOrders.sendPaymentLink({ id: order_id, version, days: 15 })).toMatchObject({
    code: 'VALIDATION',
  })
})
