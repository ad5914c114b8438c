import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { adminApiOf, signedInStaff } from '#harness/staff.ts'
import { createCodes } from './editing/manage-codes.ts'

const shop = withCheckout(await openShop({ seed: 'small' }))
const { db } = shop
const staff = await signedInStaff(shop, 'owner')
const { adminCoupons } = adminApiOf(staff)

let vase: Awaited<ReturnType<typeof shop.product>>
beforeEach(async () => {
  await sql`truncate coupons, orders, idempotency_keys cascade`.execute(db)
  vase = await shop.product({ name: 'Moon vase', price: 50_000, stock: 200 })
})

/** A shopper at the payment step with the coupon on the cart. Each has a phone number of their own. */
async function shopperWith(code: string, contact = newContact(), item = vase) {
  const shopper = await shop.guestAtPayment(item)
  ok(await shopper.api.cart.updateContact(contact))
  const cart = ok(await shopper.api.cart.couponsApply({ code }))
  const order = (version = cart.version) =>
    shopper.api.checkout.placeOrder({ version, idempotency_key: crypto.randomUUID(), accept_tnc: true })
  return { api: shopper.api, cart, order }
}

let made = 0
function newContact() {
  made += 1
  return { phone: `98765${String(10_000 + made)}`, email: `shopper-${made}@example.com` }
}

const usedCount = async () =>
  (await db.selectFrom('coupons').select('used_count').executeTakeFirstOrThrow()).used_count

async function usesHeld() {
  const { n } = await db
    .selectFrom('coupon_uses')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

test('an order stores the coupon, its discount on every line, and one use of it', async () => {
  const bowl = await shop.product({ name: 'Rice bowl', price: 33_333 })
  const { code } = await shop.coupon({ code: 'TEN', usage_limit: 5 })
  const { api, cart } = await shopperWith(code)
  const more = ok(await api.cart.addItem({ product_id: bowl.id }))

  const placed = ok(
    await api.checkout.placeOrder({
      version: more.version,
      idempotency_key: crypto.randomUUID(),
      accept_tnc: true,
    }),
  )

  expect(cart.discount_total.amount).toBe(5_000)
  expect(ok(await api.checkout.complete(placed))).toMatchObject({
    coupon: 'TEN',
    totals: {
      subtotal: { amount: 83_333 },
      discount: { amount: 8_333 },
      shipping: { amount: 7_900 },
      grand_total: { amount: 82_900 },
    },
    productchannel: [
      { discount: { amount: 5_000 }, total: { amount: 45_000 } },
      { discount: { amount: 3_333 }, total: { amount: 30_000 } },
    ],
  })
  expect([await usedCount(), await usesHeld()]).toEqual([1, 1])
})

test('the mail names the coupon, and lists the items at prices before the discount', async () => {
  await shop.coupon({ code: 'TEN' })
  ok(await (await shopperWith('TEN')).order())

  const mail = await db
    .selectFrom('outbox')
    .select('text')
    .where('channel', '=', 'mail')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

  expect(mail.text).toContain('1 x Moon vase: ₹500\n')
  expect(mail.text).toContain('Goods: ₹500\nDiscount (TEN): -₹50\n')
  expect(mail.text).toContain('Total: ₹529')
})

test('the mail names a delivery coupon at the delivery', async () => {
  await shop.coupon({ code: 'SHIPFREE', type: 'free_shipping', value: 0 })
  ok(await (await shopperWith('SHIPFREE')).order())

  const mail = await db
    .selectFrom('outbox')
    .select('text')
    .where('channel', '=', 'mail')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

  expect(mail.text).toContain('Goods: ₹500\nDelivery (SHIPFREE): Free\n')
})

test('30 simultaneous buyers with a single-use coupon make one order; the others get a refusal and keep their carts', async () => {
  await shop.coupon({ code: 'ONLYONE', usage_limit: 1 })
  const shoppers = []
  for (let n = 0; n < 30; n++) shoppers.push(await shopperWith('ONLYONE'))

  const replies = await Promise.all(shoppers.map(({ order }) => order()))

  const codes = replies.map((reply) => (reply.status === 'success' ? 'placed' : reply.code)).sort()
  expect(codes).toEqual([...Array(29).fill('COUPON_INVALID'), 'placed'])
  expect([await usedCount(), await usesHeld()]).toEqual([1, 1])
  expect(await shop.stockOf(vase.id)).toBe(199)
  const notice = 'ONLYONE was removed: it has been used up'
  for (const [at, reply] of replies.entries()) {
    if (reply.status === 'success') continue
    expect(reply).toMatchObject({
      message: notice,
      data: { coupon: null, coupon_notice: notice, total_quantity: 1, grand_total: { amount: 57_900 } },
    })
    const { cart } = shoppers[at] ?? {}
    expect(reply.data).toMatchObject({ id: cart?.id, shipping_address: { city: 'Bengaluru' } })
  }
})

test('an order that read the coupon as available while another took it is refused', async () => {
  await shop.coupon({ code: 'ONLYONE', usage_limit: 1 })
  const shopper = await shopperWith('ONLYONE')
  let late: ReturnType<typeof shopper.order> | undefined

  await db.transaction().execute(async (other) => {
    await sql`update coupons set used_count = 1`.execute(other)
    late = shopper.order()
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 1_500 })
  })

  expect(await late).toMatchObject({ code: 'COUPON_INVALID', data: { coupon: null, total_quantity: 1 } })
  expect(await usedCount()).toBe(1)
  expect(await shop.stockOf(vase.id)).toBe(200)
})

/** The number of statements in this database that wait for a lock. */
async function waiting() {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.n
}

test('a shopper whose coupon was used up orders without it at the next press', async () => {
  await shop.coupon({ code: 'ONLYONE', usage_limit: 1 })
  const first = await shopperWith('ONLYONE')
  const second = await shopperWith('ONLYONE')
  ok(await first.order())
  const refused = await second.order()
  expect(refused).toMatchObject({ code: 'COUPON_INVALID' })

  const { version } = ok(await second.api.cart.get())

  const placed = ok(await second.order(version))
  expect(ok(await second.api.checkout.complete(placed))).toMatchObject({
    coupon: null,
    totals: { discount: { amount: 0 }, grand_total: { amount: 57_900 } },
  })
})

test('a coupon that ended since the cart was shown is refused before stock is taken', async () => {
  await shop.coupon({ code: 'TEN' })
  const shopper = await shopperWith('TEN')
  await sql`update coupons set ends_at = now() - interval '1 second'`.execute(db)

  expect(await shopper.order()).toMatchObject({
    code: 'COUPON_INVALID',
    message: 'TEN was removed: it has expired',
  })
  expect(await shop.stockOf(vase.id)).toBe(200)
  expect(await usedCount()).toBe(0)
})

test('a shopper with the same phone or e-mail is held to the coupon’s limit, also with parallel carts', async () => {
  await shop.coupon({ code: 'TWICE', usage_limit_per_customer: 2 })
  const contact = newContact()
  const shoppers = []
  for (let n = 0; n < 8; n++)
    shoppers.push(
      // One of the two identifies a shopper.
      await shopperWith('TWICE', n % 2 ? { ...contact, phone: newContact().phone } : contact),
    )

  const replies = await Promise.all(shoppers.map(({ order }) => order()))

  const codes = replies.map((reply) => (reply.status === 'success' ? 'placed' : reply.code)).sort()
  expect(codes).toEqual([...Array(6).fill('COUPON_INVALID'), 'placed', 'placed'])
  expect([await usedCount(), await usesHeld()]).toEqual([2, 2])
  const late = replies.find((reply) => reply.status === 'error')
  expect(late?.message).toBe('TWICE was removed: you have used it before')
})

test('of one shopper’s simultaneous first orders one has the first-order coupon', async () => {
  await shop.coupon({ code: 'WELCOME', is_first_order_only: true })
  const contact = newContact()
  const shoppers = []
  for (let n = 0; n < 6; n++) shoppers.push(await shopperWith('WELCOME', contact))

  const replies = await Promise.all(shoppers.map(({ order }) => order()))

  expect(replies.filter(({ status }) => status === 'success')).toHaveLength(1)
  expect([await usedCount(), await usesHeld()]).toEqual([1, 1])
})

test('shoppers without a shared contact, or without any, do not count as one', async () => {
  await shop.coupon({ code: 'ONCE', usage_limit_per_customer: 1, is_first_order_only: true })
  const nobody = { phone: '', email: '' }

  for (const contact of [newContact(), newContact(), nobody, nobody])
    expect((await (await shopperWith('ONCE', contact)).order()).status).toBe('success')
})

test('one cart ordered twenty times simultaneously uses its coupon once', async () => {
  await shop.coupon({ code: 'TEN', usage_limit: 20 })
  const shopper = await shopperWith('TEN')

  const replies = await Promise.all(Array.from({ length: 20 }, () => shopper.order()))

  expect(replies.filter(({ status }) => status === 'success')).toHaveLength(1)
  expect([await usedCount(), await usesHeld()]).toEqual([1, 1])
})

test('an order during the removal of its coupon has both discount and use, or neither', async () => {
  await shop.coupon({ code: 'TEN' })
  for (let n = 0; n < 10; n++) {
    const shopper = await shopperWith('TEN')
    const before = await usedCount()
    const [order, removal] = await Promise.all([shopper.order(), shopper.api.cart.couponsRemove()])

    expect([order.status, removal.status].sort()).toEqual(['error', 'success'])
    expect(await usedCount()).toBe(order.status === 'success' ? before + 1 : before)
  }
})

test('a use held by a cart’s unpaid order is available to that cart only', async () => {
  await shop.coupon({ code: 'ONLYONE', usage_limit: 1, usage_limit_per_customer: 1 })
  const contact = newContact()
  const shopper = await shopperWith('ONLYONE', contact)
  const other = await shopperWith('ONLYONE', contact)
  const { order_id } = ok(await shopper.order())
  // As an order that waits for its payment leaves its cart.
  await sql`update carts set status = 'open' where id = ${shopper.cart.id}`.execute(db)
  await sql`update orders set status = 'pending_payment', held_until = now() + interval '15 minutes'
    where id = ${order_id}`.execute(db)

  expect(ok(await shopper.api.cart.updateContact(contact)).coupon?.code).toBe('ONLYONE')
  expect(ok(await other.api.cart.updateContact(contact)).coupon_notice).toBe(
    'ONLYONE was removed: it has been used up',
  )
})

test('a failed order leaves the coupon unchanged', async () => {
  await shop.coupon({ code: 'TEN', usage_limit: 1 })
  const shopper = await shopperWith('TEN')
  await shop.setStock(vase.id, 0)

  expect(await shopper.order()).toMatchObject({ code: 'OUT_OF_STOCK', data: { coupon: { code: 'TEN' } } })
  expect([await usedCount(), await usesHeld()]).toEqual([0, 0])
})

const codesOf = async (parent_id: number) =>
  ok(await adminCoupons.list({ parent_id, sort: 'id', order: 'asc' })).data

test('a shopper uses a single-use code once; the back office finds, counts and exports the codes', async () => {
  const { id } = await shop.coupon({ code: 'DIWALI', usage_limit: 1 })

  const created = await adminCoupons.createCodes({ id, prefix: ' diwali- ', count: 1_000 })

  expect(created).toMatchObject({
    message: '1000 codes created',
    data: { parent: null, total: 1_000, used: 0 },
  })
  const [first, second] = await codesOf(id)
  expect(first).toMatchObject({
    code: expect.stringMatching(/^DIWALI-[A-HJ-NP-Z2-9]{10}$/),
    ...{ parent_code: 'DIWALI', usage_limit: 1, used_count: 0, state: 'active' },
  })
  const code = first?.code ?? ''
  expect(ok(await adminCoupons.list({})).total).toBe(1)
  expect(ok(await adminCoupons.list({ q: code.toLowerCase() })).data).toMatchObject([{ code }])
  expect(ok(await shop.guest().api.cart.couponsGet())).toMatchObject([{ code: 'DIWALI' }])

  const placed = ok(await (await shopperWith(code)).order())
  const another = await shop.guestAtPayment(vase)
  expect(await another.api.cart.couponsApply({ code })).toMatchObject({ code: 'COUPON_INVALID' })
  expect(ok(await another.api.cart.couponsApply({ code: second?.code ?? '' })).discount_total.amount).toBe(
    5_000,
  )

  expect(ok(await adminCoupons.list({ q: code })).data).toMatchObject([{ used_count: 1, state: 'used_up' }])
  expect(ok(await adminCoupons.codes({ id }))).toEqual({ parent: null, total: 1_000, used: 1 })
  expect(ok(await adminCoupons.codes({ id: first?.id ?? 0 })).parent).toEqual({ id, code: 'DIWALI' })
  const file = await staff.request({ method: 'GET', url: `/api/admin/coupons/${id}/codes/export` })
  const [head, ...lines] = String(file.body).replace('\ufeff', '').trimEnd().split('\r\n')
  expect(head).toBe('code,title,ends,state,order')
  expect(lines).toHaveLength(1_000)
  expect(lines[0]).toMatch(new RegExp(`^${code},10% off,.*,used,${placed.order_no}$`))
  expect(lines[1]).toMatch(new RegExp(`^${second?.code},10% off,.*,unused,$`))
  const logged = await db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'after'])
    .where('record_type', '=', 'coupon')
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute()
  expect(logged).toEqual([
    { actor: staff.email, action: 'coupon.create_codes', after: { prefix: 'DIWALI-', count: 1_000 } },
    { actor: staff.email, action: 'coupon.export_codes', after: { rows: 1_000 } },
  ])
})

test('single-use codes have the products of their coupon and follow its changes', async () => {
  const bowl = await shop.product({ name: 'Rice bowl', price: 20_000 })
  const { id } = await shop.coupon({ code: 'BOWLS', is_for_everything: false })
  await db.insertInto('coupon_products').values({ coupon_id: id, product_id: bowl.productId }).execute()
  ok(await adminCoupons.createCodes({ id, prefix: '', count: 1 }))
  const [single] = await codesOf(id)
  const code = single?.code ?? ''
  const shopper = await shop.guestAtPayment(vase)
  expect(await shopper.api.cart.couponsApply({ code })).toMatchObject({ code: 'COUPON_INVALID' })
  await shopper.api.cart.addItem({ product_id: bowl.id })
  expect(ok(await shopper.api.cart.couponsApply({ code })).discount_total.amount).toBe(2_000)

  const parent = ok(await adminCoupons.get({ id }))
  const values = { ...parent.values, discount: { type: 'percentage' as const, percent: 50, at_most: null } }
  ok(await adminCoupons.update({ ...parent, values: { ...values, is_active: false } }))

  expect(ok(await shopper.api.cart.get()).discount_total.amount).toBe(10_000)
  const own = ok(await adminCoupons.get({ id: single?.id ?? 0 }))
  expect(own.values).toMatchObject({ products: [bowl.productId], usage_limit: 1, is_active: true })
  expect(await adminCoupons.update({ ...own, values: { ...own.values, title: 'Other' } })).toMatchObject({
    errors: { 'values.title': ['Set by BOWLS. Change it there'] },
  })
  ok(await adminCoupons.update({ ...own, values: { ...own.values, is_active: false } }))
  expect(ok(await shopper.api.cart.get()).coupon).toBeNull()
  expect(await adminCoupons.createCodes({ id: own.id, prefix: '', count: 1 })).toMatchObject({
    errors: { id: ['A single-use code has no codes of its own'] },
  })
})

test('simultaneous orders of one shopper with several single-use codes are held to the limit per shopper', async () => {
  const { id } = await shop.coupon({ code: 'ONCE', usage_limit_per_customer: 1 })
  ok(await adminCoupons.createCodes({ id, prefix: 'once', count: 6 }))
  const contact = newContact()
  const shoppers = []
  // Different products, because orders for the same stock wait for each other.
  for (const { code } of await codesOf(id))
    shoppers.push(await shopperWith(code, contact, await shop.product()))

  const replies = await Promise.all(shoppers.map(({ order }) => order()))

  expect(replies.filter(({ status }) => status === 'success')).toHaveLength(1)
  expect(await usesHeld()).toBe(1)
  const { version } = ok(await adminCoupons.get({ id }))
  expect(await adminCoupons.remove({ id, version })).toMatchObject({ code: 'IN_USE' })
})

test('a single-use code that exists is drawn again', async () => {
  const { id } = await shop.coupon({ code: 'TEN' })
  const drawn = ['TEN', 'A2', 'A2', 'A3', 'A4']

  await db
    .transaction()
    .execute((tx) => createCodes(tx, id, { prefix: '', count: 3 }, () => drawn.shift() ?? ''))

  expect((await codesOf(id)).map(({ code }) => code)).toEqual(['A2', 'A3', 'A4'])
})
