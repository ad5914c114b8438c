import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { taxContained } from '#contract/money.ts'
import { dayOf, deliveryRange } from '#contract/rules/delivery-dates.ts'
import { address } from '#harness/addresses.ts'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'

const shop = withCheckout(await openShop({ seed: 'small' }))
const { db } = shop

const orderCount = () => count('orders')
const key = '0f6d7b1e-6a52-4c0c-8a70-2b1f7a0c9d21'

async function count(
  table: 'orders' | 'order_items' | 'order_events' | 'outbox' | 'idempotency_keys' | 'change_log',
) {
  const { n } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

beforeEach(async () => {
  await sql`truncate orders, order_items, order_events, outbox, idempotency_keys, change_log cascade`.execute(
    db,
  )
})

test('a guest places a COD order', async () => {
  const vase = await shop.product({ name: 'Moon vase', price: 50_000, stock: 8 })
  const bowl = await shop.product({ name: 'Rice bowl', price: 20_000, stock: 8 })
  const shopper = await shop.guestAtPayment({ id: vase.id, quantity: 2 }, { id: bowl.id })

  const reply = await shopper.order({ instruction: 'Leave at the gate' })

  expect(reply).toMatchObject({
    status: 'success',
    message: 'Order placed',
    data: { order_no: expect.stringMatching(/^SF-1\d{5}$/), type: 'cod', payment_required: false },
  })
  const placed = ok(reply)
  expect(placed.redirect).toBe(
    `/checkout-complete?order_id=${placed.order_id}&token=${placed.token}&type=cod`,
  )
  expect([await shop.stockOf(vase.id), await shop.stockOf(bowl.id)]).toEqual([6, 7])
  const order = ok(await shopper.api.checkout.complete(placed))
  expect(order).toMatchObject({
    order_no: placed.order_no,
    status: 'placed',
    status_label: 'Placed',
    payment_status: 'pending',
    payment_method: { code: 'cod', name: 'Cash on delivery' },
    shipping_method: { code: 'standard', eta_days: { min: 2, max: 4 } },
    totals: { subtotal: { amount: 120_000 }, shipping: { amount: 7_900 }, grand_total: { amount: 127_900 } },
    productchannel: [
      { name: 'Moon vase', quantity: 2, price: { amount: 50_000 }, total: { amount: 100_000 } },
      { name: 'Rice bowl', quantity: 1 },
    ],
    shipping_address: { city: 'Bengaluru', phone: '9876543210' },
    billing_address: { city: 'Bengaluru' },
    phone: '9876543210',
    instruction: 'Leave at the gate',
    timeline: [{ status: 'placed' }],
  })
  const ofDelivery = taxContained(7_900, 1_800, 2)
  const { shipping_tax, charges_tax_rate } = await db
    .selectFrom('orders')
    .select(['shipping_tax', 'charges_tax_rate'])
    .where('id', '=', placed.order_id)
    .executeTakeFirstOrThrow()
  expect({ shipping_tax, charges_tax_rate }).toEqual({ shipping_tax: ofDelivery, charges_tax_rate: 1_800 })
  const ofGoods = order.productchannel.reduce((sum, { tax }) => sum + tax.amount, 0)
  expect(order.totals.tax.amount).toBe(ofGoods + ofDelivery)
})

test('after the order the shopper has an empty cart, and the next add creates a new one', async () => {
  const vase = await shop.product()
  const shopper = await shop.guestAtPayment(vase)
  ok(await shopper.order())

  expect(ok(await shopper.api.cart.get())).toMatchObject({ id: null, items: [] })
  const next = ok(await shopper.api.cart.addItem({ product_id: vase.id }))
  expect(next).toMatchObject({ total_quantity: 1, shipping_address: null })
  expect(next.cart_session).not.toBe(shopper.cart.cart_session)
})

test('mail and SMS are queued once each, with everything escaped', async () => {
  const vase = await shop.product({ name: 'Vase <b>"1"</b>', price: 149_950 })
  const { order } = await shop.guestAtPayment(vase)
  const { order_no } = ok(await order({ instruction: '<script>alert(1)</script>' }))

  const [mail, sms] = await db.selectFrom('outbox').selectAll().orderBy('channel').execute()

  expect(mail).toMatchObject({
    channel: 'mail',
    kind: 'order_placed',
    recipient: 'asha@example.com',
    subject: `Your order ${order_no} at Kiln & Loom`,
    sent_at: null,
  })
  expect(mail?.text).toContain('1 x Vase <b>"1"</b>: ₹1,499.50')
  expect(mail?.text).toContain('Delivery: Free')
  const { placed_at } = await db.selectFrom('orders').select('placed_at').executeTakeFirstOrThrow()
  const dates = deliveryRange(dayOf(placed_at, 'en-IN'), { min: 2, max: 4 }, 'en-IN')
  expect(mail?.text).toContain(`Delivery: Standard, ${dates}`)
  expect(mail?.html).toContain('Vase &lt;b&gt;&quot;1&quot;&lt;/b&gt;')
  expect(mail?.html).toContain('&lt;script&gt;')
  expect(mail?.html).not.toContain('<script')
  expect(sms).toMatchObject({ channel: 'sms', recipient: '9876543210' })
  const link = `https://shop.example.com/track-order/${order_no}.`
  expect(sms?.text).toContain(
    `Kiln & Loom: we have your order ${order_no}. ₹1,499.50, Cash on delivery. ${link}`,
  )
  expect(mail?.text).toContain(`Track your order: ${link}`)
  expect(mail?.html).toContain(`href="${link}`)
})

test('without a phone or an e-mail no message is queued for it', async () => {
  const { api, order } = await shop.guestAtPayment(await shop.product())
  const { version } = ok(await api.cart.updateContact({ email: '' }))
  ok(await order({ version }))

  const queued = await db.selectFrom('outbox').select('channel').execute()
  expect(queued).toEqual([{ channel: 'sms' }])
})

test('the checkout gate is checked again, in its order and with its messages', async () => {
  const vase = await shop.product()
  const { api } = shop.guest()
  const order = async () => {
    const { version } = ok(await api.cart.get())
    return api.checkout.placeOrder({ version, idempotency_key: crypto.randomUUID() })
  }
  const refused = (step: string, message: string) => ({ code: 'CART_INVALID', message, data: { step } })

  expect(await order()).toMatchObject(refused('cart', 'Your cart is empty'))
  await api.cart.addItem({ product_id: vase.id })
  await shop.setting('enable_guest_checkout', false)
  expect(await order()).toMatchObject(refused('address', 'Customer account is empty'))
  await shop.setting('enable_guest_checkout', true)
  await shop.setting('order_sms_mandatory', true)
  expect(await order()).toMatchObject(refused('address', 'Phone No is empty'))
  await api.cart.updateContact({ phone: '9876543210' })
  await shop.setting('order_email_mandatory', true)
  expect(await order()).toMatchObject(refused('address', 'Email address is empty'))
  await api.cart.updateContact({ email: 'asha@example.com' })
  expect(await order()).toMatchObject(refused('address', 'Shipping address is empty'))
  await api.cart.updateAddress({ ...address, city: '', same_as_shipping: false })
  expect(await order()).toMatchObject(refused('address', 'Billing address is empty'))
  await api.cart.updateAddress({ ...address, city: '', same_as_shipping: true })
  expect(await order()).toMatchObject(refused('address', 'City is empty'))
  await api.cart.updateAddress({ ...address, postcode: '999999' })
  expect(await order()).toMatchObject({
    code: 'NOT_SERVICEABLE',
    message: 'We do not deliver to 999999',
    data: { step: 'address' },
  })
  await api.cart.updateAddress(address)
  await db.updateTable('carts').set({ shipping_method: null }).where('status', '=', 'open').execute()
  expect(await order()).toMatchObject(refused('payment', 'Shipping Method is empty'))
  await api.cart.updateShippingMode({ shipping_method: 'standard' })
  expect(await order()).toMatchObject(refused('payment', 'Payment Method is empty'))
  await api.cart.updatePaymentMode({ payment_method: 'cod' })
  await db
    .deleteFrom('settings')
    .where('key', 'in', ['order_sms_mandatory', 'order_email_mandatory'])
    .execute()

  expect(await order()).toMatchObject({ status: 'success' })
  expect(await orderCount()).toBe(1)
})

test('terms must be accepted where the shop requires it', async () => {
  await shop.setting('allow_tnc_checkout', true)
  const { order } = await shop.guestAtPayment(await shop.product())

  const refused = await order({ accept_tnc: false })
  const accepted = await order()
  await shop.setting('allow_tnc_checkout', false)

  expect(refused).toMatchObject({
    code: 'VALIDATION',
    errors: { accept_tnc: ['Please accept the terms and conditions'] },
  })
  expect(accepted.status).toBe('success')
})

test('an order for another version of the cart is refused', async () => {
  const vase = await shop.product()
  const shopper = await shop.guestAtPayment(vase)
  await shopper.api.cart.updateQty({ product_id: vase.id, quantity: 3 })

  expect(await shopper.order()).toMatchObject({ code: 'STALE_CART', data: { total_quantity: 3 } })
  expect(await orderCount()).toBe(0)
})

test('an order with a changed price that was not shown is refused', async () => {
  const vase = await shop.product({ price: 50_000 })
  const shopper = await shop.guestAtPayment(vase)
  await shop.setPrice(vase.id, 60_000)

  expect(await shopper.order()).toMatchObject({
    code: 'PRICES_CHANGED',
    message: 'Some prices have changed. Please check your cart',
    data: { items: [{ previous_unit_price: { amount: 50_000 } }] },
  })
  const { version } = ok(await shopper.api.cart.updateItemsPrice({}))
  const { order_id, token } = ok(await shopper.order({ version }))
  expect(ok(await shopper.api.checkout.complete({ order_id, token })).totals.subtotal.amount).toBe(60_000)
})

test('changed prices are accepted with the total that the shopper saw, and with no other', async () => {
  const vase = await shop.product({ price: 50_000 })
  const shopper = await shop.guestAtPayment(vase)
  const { grand_total: before } = ok(await shopper.api.cart.get())
  await shop.setPrice(vase.id, 60_000)
  const { grand_total: shown } = ok(await shopper.api.cart.get())

  expect(await shopper.order({ accept_prices: true })).toMatchObject({ code: 'PRICES_CHANGED' })
  expect(await shopper.order({ accept_prices: true, expected_total: before.amount })).toMatchObject({
    code: 'PRICES_CHANGED',
  })
  const { order_id, token } = ok(await shopper.order({ accept_prices: true, expected_total: shown.amount }))
  const { totals, grand_total } = ok(await shopper.api.checkout.complete({ order_id, token }))
  expect([totals.subtotal.amount, grand_total.amount]).toEqual([60_000, shown.amount])
})

test('a product that is short is named, and no stock is taken', async () => {
  const plenty = await shop.product({ stock: 9 })
  const scarce = await shop.product({ name: 'Tea cup', stock: 5 })
  const shopper = await shop.guestAtPayment(plenty, { id: scarce.id, quantity: 4 })
  await shop.setStock(scarce.id, 2)

  expect(await shopper.order()).toMatchObject({
    code: 'OUT_OF_STOCK',
    message: 'Tea cup: only 2 left in stock',
    data: { total_quantity: 5 },
  })
  await shop.setStock(scarce.id, 0)
  expect(await shopper.order()).toMatchObject({ message: 'Tea cup is out of stock' })
  expect(await shop.stockOf(plenty.id)).toBe(9)
  expect(await orderCount()).toBe(0)
})

test('a product without stock tracking is ordered without a stock change', async () => {
  const card = await shop.product({ stock: 0, tracks_stock: false })
  const { order } = await shop.guestAtPayment({ id: card.id, quantity: 3 })

  expect((await order()).status).toBe('success')
  expect(await shop.stockOf(card.id)).toBe(0)
})

test('the same key and body give the same reply and no second order', async () => {
  const vase = await shop.product({ stock: 9 })
  const { order } = await shop.guestAtPayment(vase)
  const first = await order({ idempotency_key: key })

  expect(await order({ idempotency_key: key })).toEqual(first)
  expect(await orderCount()).toBe(1)
  expect(await shop.stockOf(vase.id)).toBe(8)
})

test('the same key with another body, or from another shopper, is refused', async () => {
  const vase = await shop.product({ stock: 9 })
  const mine = await shop.guestAtPayment(vase)
  const theirs = await shop.guestAtPayment(vase)
  ok(await mine.order({ idempotency_key: key }))

  const reused = { code: 'IDEMPOTENCY_KEY_REUSED' }
  expect(await mine.order({ idempotency_key: key, instruction: 'Another' })).toMatchObject(reused)
  expect(await theirs.order({ idempotency_key: key })).toMatchObject({
    ...reused,
    data: { id: theirs.cart.id, total_quantity: 1 },
  })
  expect(await orderCount()).toBe(1)
})

test('a cart that is already ordered is refused under another key', async () => {
  const { order } = await shop.guestAtPayment(await shop.product())
  ok(await order())

  expect(await order()).toMatchObject({ code: 'ALREADY_ORDERED', data: { items: [] } })
})

test('a refused order leaves its key free for the next try', async () => {
  const vase = await shop.product({ stock: 2 })
  const { order } = await shop.guestAtPayment({ id: vase.id, quantity: 2 })
  await shop.setStock(vase.id, 1)
  expect((await order({ idempotency_key: key })).status).toBe('error')
  await shop.setStock(vase.id, 2)

  expect((await order({ idempotency_key: key })).status).toBe('success')
})

test('64 simultaneous buyers of the last piece make one order', async () => {
  const vase = await shop.product({ stock: 1 })
  const shoppers = []
  for (let n = 0; n < 64; n++) shoppers.push(await shop.guestAtPayment(vase))

  const replies = await Promise.all(shoppers.map(({ order }) => order()))

  const codes = replies.map((reply) => (reply.status === 'success' ? 'placed' : reply.code)).sort()
  expect(codes).toEqual([...Array(63).fill('OUT_OF_STOCK'), 'placed'])
  expect(await shop.stockOf(vase.id)).toBe(0)
  expect(await orderCount()).toBe(1)
  expect(await count('outbox')).toBe(2)
})

test('twenty simultaneous requests with the same key make one order and twenty equal replies', async () => {
  const vase = await shop.product({ stock: 9 })
  const { order } = await shop.guestAtPayment(vase)

  const replies = await Promise.all(Array.from({ length: 20 }, () => order({ idempotency_key: key })))

  expect(replies[0]?.status).toBe('success')
  expect(replies).toEqual(Array(20).fill(replies[0]))
  expect(await orderCount()).toBe(1)
  expect(await shop.stockOf(vase.id)).toBe(8)
})

test('twenty simultaneous keys for one cart make one order', async () => {
  const vase = await shop.product({ stock: 9 })
  const { order } = await shop.guestAtPayment(vase)

  const replies = await Promise.all(Array.from({ length: 20 }, () => order()))

  const codes = replies.map((reply) => (reply.status === 'success' ? 'placed' : reply.code)).sort()
  expect(codes).toEqual([...Array(19).fill('ALREADY_ORDERED'), 'placed'])
  expect(await shop.stockOf(vase.id)).toBe(8)
})

test('one key for two carts at once makes one order', async () => {
  const vase = await shop.product({ stock: 9 })
  const shoppers = [await shop.guestAtPayment(vase), await shop.guestAtPayment(vase)]

  const replies = await Promise.all(shoppers.map(({ order }) => order({ idempotency_key: key })))

  expect(replies.map((reply) => (reply.status === 'success' ? 'placed' : reply.code)).sort()).toEqual([
    'IDEMPOTENCY_KEY_REUSED',
    'placed',
  ])
  expect(await shop.stockOf(vase.id)).toBe(8)
})

test('orders of the same products in opposite order do not deadlock', async () => {
  const one = await shop.product({ stock: 40 })
  const two = await shop.product({ stock: 40 })
  const shoppers = []
  for (let n = 0; n < 20; n++) shoppers.push(await shop.guestAtPayment(...(n % 2 ? [one, two] : [two, one])))

  const replies = await Promise.all(shoppers.map(({ order }) => order()))

  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill('success'))
  expect([await shop.stockOf(one.id), await shop.stockOf(two.id)]).toEqual([20, 20])
  const numbers = await db.selectFrom('orders').select('order_no').execute()
  expect(new Set(numbers.map(({ order_no }) => order_no)).size).toBe(20)
})

test('of a simultaneous order and removal the order has the item, or is refused', async () => {
  const vase = await shop.product({ stock: 100 })
  for (let n = 0; n < 15; n++) {
    const stock = await shop.stockOf(vase.id)
    const shopper = await shop.guestAtPayment(vase)
    const [order, removal] = await Promise.all([
      shopper.order(),
      shopper.api.cart.removeItem({ product_id: vase.id }),
    ])
    expect([order.status, removal.status].sort()).toEqual(['error', 'success'])
    expect(await shop.stockOf(vase.id)).toBe(order.status === 'success' ? stock - 1 : stock)
  }
  const items = await count('order_items')
  expect(items).toBe(await orderCount())
})

test('an order during a price rise has one of the two prices, or is refused with PRICES_CHANGED', async () => {
  const vase = await shop.product({ stock: 100, price: 1_000 })
  for (let n = 1; n <= 10; n++) {
    const shopper = await shop.guestAtPayment(vase)
    const seen = shopper.cart.subtotal.amount
    const [order] = await Promise.all([shopper.order(), shop.setPrice(vase.id, 1_000 + n)])
    if (order.status === 'error') expect(order.code).toBe('PRICES_CHANGED')
    else expect(ok(await shopper.api.checkout.complete(order.data)).totals.subtotal.amount).toBe(seen)
  }
})

test('a failure just before the commit leaves no change', async () => {
  const vase = await shop.product({ stock: 3 })
  const { api, cart, order } = await shop.guestAtPayment(vase)
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'disk on fire'; end $$;
    create trigger refuse before insert on idempotency_keys execute function refuse()`.execute(db)

  const reply = await order()

  await sql`drop trigger refuse on idempotency_keys; drop function refuse()`.execute(db)
  expect(reply).toMatchObject({ status: 'error', code: 'SERVER' })
  for (const table of [
    'orders',
    'order_items',
    'order_events',
    'outbox',
    'idempotency_keys',
    'change_log',
  ] as const)
    expect(await count(table), table).toBe(0)
  expect(await shop.stockOf(vase.id)).toBe(3)
  expect(ok(await api.cart.get())).toEqual(cart)
  expect((await order()).status).toBe('success')
})

test('pages are invalidated only when the stock that they show changes', async () => {
  const vase = await shop.product({ stock: 20 })
  const tags = async () => (await db.selectFrom('change_log').select('tag').execute()).map(({ tag }) => tag)

  await (await shop.guestAtPayment({ id: vase.id, quantity: 10 })).order()
  expect(await tags()).toEqual([])
  await (await shop.guestAtPayment({ id: vase.id, quantity: 5 })).order()
  expect(await tags()).toEqual([`product:${vase.productId}`])
})

test('an order is unaffected by later changes of the catalog', async () => {
  const vase = await shop.product({ name: 'Moon vase', price: 50_000 })
  const { api, order } = await shop.guestAtPayment(vase)
  const placed = ok(await order())
  const before = ok(await api.checkout.complete(placed))
  await db.updateTable('products').set({ name: 'Renamed' }).where('id', '=', vase.productId).execute()
  await shop.setPrice(vase.id, 1)

  expect(ok(await api.checkout.complete(placed))).toEqual(before)
  await db.deleteFrom('products').where('id', '=', vase.productId).execute()
  expect(ok(await api.checkout.complete(placed)).productchannel).toMatchObject([
    { product_id: null, name: 'Moon vase', total: { amount: 50_000 } },
  ])
})

test('an order is shown only to the holder of its token, for 24 hours', async () => {
  const vase = await shop.product()
  const { api, order } = await shop.guestAtPayment(vase)
  const { order_id, token } = ok(await order())
  const other = ok(await (await shop.guestAtPayment(vase)).order())
  const missing = { code: 'NOT_FOUND', message: 'This order could not be found' }

  expect(await api.checkout.complete({ order_id, token: other.token })).toMatchObject(missing)
  expect(await api.checkout.complete({ order_id, token: `${token}x` })).toMatchObject(missing)
  expect(await api.checkout.complete({ order_id: 999_999, token })).toMatchObject(missing)
  expect((await api.checkout.complete({ order_id, token })).status).toBe('success')
  await sql`update orders set placed_at = now() - interval '25 hours' where id = ${order_id}`.execute(db)
  expect(await api.checkout.complete({ order_id, token })).toMatchObject(missing)
})

test('a client cannot name a price, a total or an owner', async () => {
  const { api, cart } = await shop.guestAtPayment(await shop.product())
  const forged = { version: cart.version, idempotency_key: key, grand_total: 1, customer_id: 1 }

  expect(await api.checkout.placeOrder(forged)).toMatchObject({
    code: 'VALIDATION',
    errors: { grand_total: ['This field is not known'], customer_id: ['This field is not known'] },
  })
})
