import { expect, test } from 'vitest'
import { address } from '#harness/addresses.ts'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { tabConditions } from '#server/admin/order-tabs.ts'
import { capture } from '../gateways/test-gateway/ledger.ts'
import { confirmPayment } from '../orders/shipping/confirm-payment.ts'
import { shipOrder } from '../orders/shipping/ship-order.ts'

const opened = await openShop({ seed: true })
const shop = withPayments(opened)
const { product, coupon } = withCheckout(opened)
const { db, pool, services } = shop
const { admin } = await signedInStaff(opened, 'owner')

const card = await product({ name: 'Gift card', kind: 'voucher', price: 100_000 })
const course = await product({ name: 'Course', kind: 'digital', price: 50_000 })
const vase = await product({ name: 'Heavy vase', price: 40_000, stock: 50 })
await pool.query('update variations set weight_g = 900000 where id = any($1)', [[card.id, course.id]])

const toAsha = { additonal_data: { recipient_email: 'Asha@example.com', recipient_name: 'Asha' } }

type Line = { id: number; quantity?: number }

/** A guest with these items, an address and a payment method. */
async function buyer(lines: readonly Line[], method = 'test_gateway') {
  const guest = shop.guest()
  for (const { id, quantity = 1 } of lines)
    ok(await guest.api.cart.addItem({ product_id: id, quantity, ...(id === card.id && toAsha) }))
  ok(await guest.api.cart.updateContact({ phone: '9876543210', email: 'asha@example.com' }))
  ok(await guest.api.cart.updateAddress({ ...address, same_as_shipping: true }))
  const cart = ok(await guest.api.cart.updatePaymentMode({ payment_method: method }))
  const order = () =>
    guest.api.checkout.placeOrder({
      version: cart.version,
      idempotency_key: crypto.randomUUID(),
      accept_tnc: true,
    })
  return { ...guest, cart, order }
}

/** Pays online, with the gateway's event sent as often as given. */
async function paid(lines: readonly Line[], events = 1) {
  const shopper = await buyer(lines)
  const { order_id, order_no, token } = ok(await shopper.order())
  const { payment_id } = ok(await shopper.api.checkout.processPayment({ order_id, token }))
  await capture(db, payment_id)
  const facts = await shop.facts(payment_id)
  await Promise.all(Array.from({ length: events }, () => shop.send(facts)))
  const read = async () => ok(await shopper.api.orders.item({ order_no, token })).order
  return { ...shopper, order_id, order_no, token, read }
}

const invoicesOf = async (order_id: number) =>
  (
    await pool.query<{ document: { total: number; tax: number; lines: { tax: number; name: string }[] } }>(
      'select document from invoices where order_id = $1 order by invoice_no',
      [order_id],
    )
  ).rows.map(({ document }) => document)

const isIn = async (tab: keyof typeof tabConditions, id: number) =>
  (await db.selectFrom('orders').select('id').where(tabConditions[tab]).where('id', '=', id).execute())
    .length > 0

test('a cart without goods has one method without a price, asks for no delivery area, and counts no stock', async () => {
  const guest = shop.guest()
  ok(await guest.api.cart.addItem({ product_id: card.id, quantity: 3, ...toAsha }))
  const elsewhere = { ...address, postcode: '999999', same_as_shipping: true }
  await guest.api.cart.updateAddress(elsewhere)
  const cart = ok(await guest.api.cart.get())
  expect(cart).toMatchObject({
    shipping_method: { code: ':none', amount: { amount: 0 } },
    shipping_methods: [{ code: ':none' }],
    grand_total: { amount: 300_000 },
    tax_total: { amount: 0 },
  })
  expect(await guest.api.cart.validateAddress()).toMatchObject({ status: 'success' })
  const cash = cart.cart_payment_methods.find(({ code }) => code === 'cod')
  expect(cash).toMatchObject({ is_available: false, reason: expect.stringContaining('Gift card') })
  expect((await pool.query('select tracks_stock from variations where id = $1', [card.id])).rows).toEqual([
    { tracks_stock: false },
  ])
})

test('an order without goods is complete when it is paid, once for any number of events, with its invoice', async () => {
  const order = await paid([card, course], 20)
  expect(await order.read()).toMatchObject({ status: 'delivered', payment_status: 'paid', can_cancel: false })
  expect((await order.read()).timeline.map(({ status }) => status)).toEqual([
    'pending_payment',
    'placed',
    'delivered',
  ])
  expect(await isIn('to_pack', order.order_id)).toBe(false)
  expect(await isIn('to_ship', order.order_id)).toBe(false)
  const invoices = await invoicesOf(order.order_id)
  expect(invoices).toHaveLength(1)
  expect(invoices[0]?.total).toBe(150_000)
  expect((await order.read()).shipments).toMatchObject([{ courier: 'By e-mail', status: 'delivered' }])
  expect(await shop.messagesOf(order.order_id), 'no message of a parcel').toEqual([
    'mail order_placed',
    'sms order_placed',
  ])
})

test('a voucher has no tax in its order and on its invoice, whatever its tax class', async () => {
  const order = await paid([card])
  expect((await order.read()).totals).toMatchObject({ tax: { amount: 0 }, grand_total: { amount: 100_000 } })
  const { rows } = await pool.query('select tax, tax_rate, kind from order_items where order_id = $1', [
    order.order_id,
  ])
  expect(rows).toEqual([{ tax: 0, tax_rate: 0, kind: 'voucher' }])
})

test('delivery, its weight and its free limit count the goods of a mixed cart only', async () => {
  const alone = await buyer([vase])
  const mixed = await buyer([vase, card, course])
  expect(mixed.cart.shipping_methods).toEqual(alone.cart.shipping_methods)
  expect(mixed.cart.shipping_total).toEqual(alone.cart.shipping_total)
})

test('a mixed order waits for its goods alone, and is delivered with the parcel', async () => {
  const order = await paid([vase, card])
  expect(await order.read()).toMatchObject({ status_label: 'Partly shipped', can_cancel: true })
  expect(await isIn('to_ship', order.order_id)).toBe(true)
  const detail = ok(await admin.adminOrders.get({ id: order.order_id }))
  expect(detail.left_to_ship).toMatchObject([{ name: 'Heavy vase', quantity: 1 }])
  await shipOrder(services, { order_no: order.order_no, courier: 'Bluedart' })
  expect((await order.read()).shipments.map(({ courier }) => courier)).toEqual(['By e-mail', 'Bluedart'])
  const totals = (await invoicesOf(order.order_id)).map(({ total }) => total)
  expect(totals.reduce((sum, total) => sum + total, 0)).toBe((await order.read()).grand_total.amount)
})

test('the goods of a mixed order are cancelled and the sent part stays, with its money', async () => {
  const order = await paid([vase, card])
  ok(await order.api.orders.cancel({ order_no: order.order_no, token: order.token, reason: 'changed_mind' }))
  const left = await order.read()
  expect(left.status).toBe('delivered')
  expect(left.productchannel.map(({ name, status }) => [name, status])).toEqual([
    ['Heavy vase', 'cancelled'],
    ['Gift card', 'delivered'],
  ])
})

test('nothing is sent before a bank transfer has arrived, also not in a parcel', async () => {
  const shopper = await buyer([vase, card], 'bank_transfer')
  const { order_id, order_no, token } = ok(await shopper.order())
  const read = async () => ok(await shopper.api.orders.item({ order_no, token })).order
  expect((await read()).shipments).toEqual([])
  await shipOrder(services, { order_no, courier: 'Bluedart', unpaid: true })
  expect((await read()).status_label).toBe('Partly shipped')
  await confirmPayment(services, order_no)
  expect((await read()).shipments.map(({ items }) => items.length)).toEqual([1, 1])
  expect((await read()).is_partly_shipped).toBe(false)
  expect(await invoicesOf(order_id)).toHaveLength(2)
})

test('coupons take nothing off vouchers, and count the rest of the cart', async () => {
  const { code } = await coupon({ type: 'percentage', value: 10 })
  const alone = await buyer([card])
  await alone.api.cart.couponsApply({ code: code })
  expect(ok(await alone.api.cart.get()).discount_total.amount).toBe(0)
  const mixed = await buyer([vase, card])
  const cart = ok(await mixed.api.cart.couponsApply({ code: code }))
  expect(cart.discount_total.amount).toBe(4_000)
  expect(cart.items.map(({ line_discount }) => line_discount.amount)).toEqual([4_000, 0])
  const below = await coupon({ min_order: 90_000 })
  expect(await mixed.api.cart.couponsApply({ code: below.code })).toMatchObject({ status: 'error' })
})

test('a gift card needs its recipient, other products take none, and each recipient is a line of its own', async () => {
  const { api } = shop.guest()
  expect(await api.cart.addItem({ product_id: card.id })).toMatchObject({
    code: 'CUSTOMISATION_INVALID',
    message: 'The e-mail address of the recipient is required',
  })
  expect(await api.cart.addItem({ product_id: vase.id, ...toAsha })).toMatchObject({ status: 'error' })
  for (const recipient_email of ['', 'asha', 'a@b', `${'a'.repeat(10_240)}@example.com`])
    expect(
      await api.cart.addItem({ product_id: card.id, additonal_data: { recipient_email } }),
    ).toMatchObject({ status: 'error' })
  const late = { ...toAsha.additonal_data, send_on: '2999-01-01' }
  expect(await api.cart.addItem({ product_id: card.id, additonal_data: late })).toMatchObject({
    message: 'Please choose a day within the next year',
  })
  ok(await api.cart.addItem({ product_id: card.id, ...toAsha }))
  ok(await api.cart.addItem({ product_id: card.id, ...toAsha }))
  const other = {
    additonal_data: { recipient_email: 'ravi@example.com', recipient_message: 'Happy birthday!' },
  }
  const cart = ok(await api.cart.addItem({ product_id: card.id, ...other }))
  expect(cart.items.map(({ quantity, fields }) => [quantity, fields?.[0]?.value])).toEqual([
    [2, 'Asha, asha@example.com'],
    [1, 'ravi@example.com'],
  ])
})
