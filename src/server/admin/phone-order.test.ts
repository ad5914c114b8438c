import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { rowName } from '#contract/admin/report-names.ts'
import { address } from '#harness/addresses.ts'
import { openShop } from '#harness/open-shop.ts'
import { withParcels } from '#harness/parcels.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { addPromotion } from '#server/commerce/promotions/promotion.test-support.ts'

const opened = await openShop({ seed: true })
const shop = await withParcels(opened)
const { db } = shop
const { admin, email, request } = await signedInStaff(opened, 'fulfilment')
const { adminOrders } = admin

const known = await shop.order()
const variation_id = (
  await db
    .selectFrom('order_items')
    .select('variation_id')
    .where('order_id', '=', known.order_id)
    .limit(1)
    .executeTakeFirstOrThrow()
).variation_id as number

function draft() {
  const { address_type: _, ...to } = address
  return {
    session: randomUUID(),
    items: [{ variation_id, quantity: 2 }],
    phone: '9876543210',
    email: 'caller@example.com',
    address: to,
    instruction: 'Called at noon',
  }
}

test('staff place an order for a customer on the phone, with the totals of the quote', async () => {
  const order = { ...draft(), payment_method: 'cod' }
  const quote = ok(await adminOrders.quote(order))
  expect(quote.items).toHaveLength(1)
  expect(quote.shipping_method).not.toBeNull()

  const key = randomUUID()
  const entry = { ...order, idempotency_key: key, expected_total: quote.grand_total.amount }
  const placed = ok(await adminOrders.create(entry))
  const again = ok(await adminOrders.create(entry))

  expect(placed).toMatchObject({
    status: 'placed',
    email: 'caller@example.com',
    instruction: 'Called at noon',
  })
  expect(placed.grand_total).toEqual(quote.grand_total)
  expect(again.id, 'an answer that was lost places nothing twice').toBe(placed.id)
  const audit = await db
    .selectFrom('audit_log')
    .select(['actor', 'action'])
    .where('record_id', '=', placed.order_no)
    .execute()
  expect(audit).toEqual([{ actor: email, action: 'order.create' }])
  const { source } = await db
    .selectFrom('orders')
    .select('source')
    .where('id', '=', placed.id)
    .executeTakeFirstOrThrow()
  expect(rowName('source', { key: source, label: '' })).toBe('Entered by staff')
})

test('an order that is sent twice at once is placed once, and both answers name it', async () => {
  // Both fill the same cart.
  for (let at = 0; at < 4; at++) {
    const order = { ...draft(), payment_method: 'cod' }
    const { grand_total } = ok(await adminOrders.quote(order))
    const entry = { ...order, idempotency_key: randomUUID(), expected_total: grand_total.amount }
    const placed = (await Promise.all([adminOrders.create(entry), adminOrders.create(entry)])).map(ok)
    expect(placed[1]?.id).toBe(placed[0]?.id)
  }
})

test('a known phone has the name, e-mail and address of its last order, else of the account; a pincode has its town', async () => {
  const form = async (phone: string) => ok(await adminOrders.phoneForm({ phone })).caller
  const order = { ...draft(), phone: '9812345678', payment_method: 'cod' }
  const { grand_total } = ok(await adminOrders.quote(order))
  const placed = ok(
    await adminOrders.create({
      ...order,
      idempotency_key: randomUUID(),
      expected_total: grand_total.amount,
    }),
  )
  expect(await form('+91 98123 45678')).toMatchObject({
    source: placed.order_no,
    values: {
      first_name: address.first_name,
      email: 'caller@example.com',
      city: address.city,
      state_id: String(address.state_id),
    },
  })
  expect(await form('98123')).toBeNull()
  expect(await form('9800000001')).toBeNull()
  await db
    .insertInto('customers')
    .values({
      first_name: 'Leela',
      last_name: 'Menon',
      email: 'leela@example.com',
      mobile_code: '+91',
      phone: '9800000001',
    })
    .execute()
  expect(await form('9800000001')).toEqual({
    source: 'the account',
    values: { first_name: 'Leela', last_name: 'Menon', email: 'leela@example.com' },
  })
  const { location } = ok(await adminOrders.phoneForm({ postcode: '560001' }))
  expect(location).toEqual({
    city: expect.stringMatching(/^Bengaluru|^Bangalore/),
    state_id: address.state_id,
  })
  expect(ok(await adminOrders.phoneForm()).location).toBeNull()
})

test('an order whose audit entry cannot be stored is not placed', async () => {
  const order = { ...draft(), payment_method: 'cod' }
  const { grand_total } = ok(await adminOrders.quote(order))
  const before = await count()
  await shop.pool.query(
    `alter table audit_log add constraint refused check (action <> 'order.create') not valid`,
  )

  const reply = await adminOrders.create({
    ...order,
    idempotency_key: randomUUID(),
    expected_total: grand_total.amount,
  })
  await shop.pool.query('alter table audit_log drop constraint refused')

  expect(reply).toMatchObject({ status: 'error' })
  expect(await count()).toBe(before)
})

test('a total that changed since the quote is refused', async () => {
  const order = { ...draft(), payment_method: 'cod' }
  const { grand_total } = ok(await adminOrders.quote(order))
  const before = await count()

  expect(
    await adminOrders.create({
      ...order,
      idempotency_key: randomUUID(),
      expected_total: grand_total.amount - 1,
    }),
  ).toMatchObject({ code: 'PRICES_CHANGED' })
  expect(await adminOrders.quote({ ...order, items: [{ variation_id, quantity: 9_000 }] })).toMatchObject({
    status: 'error',
  })
  expect(await count()).toBe(before)
})

const engraving = {
  ...{ name: 'Engraving, अ & ض', quantity: 3, unit_price: 10_000, tax_class: 'standard', hsn_code: '9988' },
  discount: { amount: 0, percent: 10, reason: 'Second order' },
}

/** An order of two pieces of a product, discounted by ₹50, and three engravings less 10 %. */
async function customOrder() {
  const order = {
    ...draft(),
    items: [{ variation_id, quantity: 2, discount: { amount: 5_000, percent: 0, reason: 'Scratch' } }],
    custom: [engraving],
    payment_method: 'cod',
  }
  const { grand_total, items } = ok(await adminOrders.quote(order))
  const entry = { ...order, idempotency_key: randomUUID(), expected_total: grand_total.amount }
  return { order, items, placed: ok(await adminOrders.create(entry)) }
}

test('a line without a product has its own price, tax and discount in order, invoice and return', async () => {
  const { rate_bp } = await db
    .selectFrom('tax_rates')
    .select('rate_bp')
    .where('tax_class', '=', 'standard')
    .executeTakeFirstOrThrow()
  const { items, placed } = await customOrder()
  expect(items.map(({ line_discount }) => line_discount.amount)).toEqual([5_000, 3_000])
  const [vase, line] = placed.productchannel
  expect(line).toMatchObject({
    ...{ name: engraving.name, product_id: null, sku: '', slug: '', quantity: 3 },
    ...{ price: { amount: 10_000 }, discount: { amount: 3_000 }, total: { amount: 27_000 } },
    // CGST and SGST are equal halves of it.
    tax: { amount: 2 * Math.round((27_000 * rate_bp) / (2 * (10_000 + rate_bp))) },
  })
  expect(placed.discount_reason).toBe('Scratch; Second order')
  expect(placed.totals.discount.amount).toBe(8_000)
  const stock = () =>
    db.selectFrom('variations').select('stock').where('id', '=', variation_id).executeTakeFirstOrThrow()
  const before = await stock()

  const { id } = placed
  const ref = async () => ({ id, version: ok(await adminOrders.get({ id })).version })
  ok(await adminOrders.pack(await ref()))
  const shipped = ok(await adminOrders.ship({ ...(await ref()), courier: 'Own van' }))
  const { document } = await db
    .selectFrom('invoices')
    .select('document')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(document).toMatchObject({
    total: placed.grand_total.amount,
    lines: [
      { name: vase?.name, discount: 5_000 },
      { name: engraving.name, hsn_code: '9988', discount: 3_000, rate: rate_bp, total: 27_000 },
    ],
  })
  ok(await adminOrders.deliver({ ...(await ref()), waybill: shipped.shipments[0]?.waybill ?? '' }))
  const back = { item_id: line?.id ?? 0, quantity: 1, reason: 'damaged' as const, comment: '' }
  const started = ok(await adminOrders.startReturn({ ...(await ref()), items: [back] }))
  const refund_no = started.refunds[0]?.refund_no ?? ''
  expect(started.refunds[0]?.amount.amount).toBe(9_000)
  const returned = ok(
    await adminOrders.refund({ ...(await ref()), refund_no, step: 'returned', restocks: true }),
  )
  expect(returned.refunds[0]?.status).toBe('returned')
  expect(await stock()).toEqual(before)
})

test('a line without a product is removed from its order and brought back, and never more than it was', async () => {
  const { placed } = await customOrder()
  const { id } = placed
  const line = placed.productchannel.find(({ product_id }) => product_id === null)
  const change = async (quantity: number) => {
    const wanted = { id, items: [{ item_id: line?.id ?? 0, quantity }] }
    const quote = await adminOrders.quoteChange(wanted)
    if (quote.status === 'error') return quote
    const { version, totals } = ok(quote)
    const agreed = { idempotency_key: randomUUID(), expected_total: totals.grand_total.amount }
    return adminOrders.change({ ...wanted, version, ...agreed })
  }
  const less = ok(await change(1))
  expect(less.grand_total.amount).toBe(placed.grand_total.amount - 18_000)
  const proposed = ok(await change(3))
  expect(proposed.change?.new_total).toEqual(placed.grand_total)
  ok(await adminOrders.withdrawChange({ id, version: proposed.version }))
  expect(await change(4)).toMatchObject({
    errors: { items: [`There can be no more of ${engraving.name}: it is no product of the shop`] },
  })
})

test('an order of lines without a product alone is placed; a wrong tax class and a coupon beside a discount are refused', async () => {
  const { order } = await customOrder()
  const alone = { ...order, session: randomUUID(), items: [] }
  const quote = ok(await adminOrders.quote(alone))
  expect(quote.subtotal.amount).toBe(30_000)
  expect(
    ok(
      await adminOrders.create({
        ...alone,
        idempotency_key: randomUUID(),
        expected_total: quote.grand_total.amount,
      }),
    ).productchannel,
  ).toHaveLength(1)
  expect(await adminOrders.quote({ ...alone, custom: [] })).toMatchObject({
    errors: { items: ['Please add a product'] },
  })
  expect(await adminOrders.quote({ ...alone, custom: [{ ...engraving, tax_class: 'none' }] })).toMatchObject({
    errors: { 'custom.0.tax_class': ['Choose a tax class of the shop'] },
  })
  expect(await adminOrders.quote({ ...alone, coupon: 'WELCOME10' })).toMatchObject({
    errors: { coupon: ['Choose a coupon or a discount, not both'] },
  })
})

test('an e-mail address that is none is refused in the words of the back office', async () => {
  expect(await adminOrders.quote({ ...draft(), email: 'caller@' })).toMatchObject({
    errors: { email: ['Enter a valid e-mail address, such as name@shop.example'] },
  })
})

test('products are found by name and SKU, with price and stock', async () => {
  const { fields, products } = ok(await adminOrders.phoneForm({ q: 'mug' }))
  expect(fields.find(({ column_name }) => column_name === 'state_id')?.options?.length).toBeGreaterThan(10)
  expect(products.length).toBeGreaterThan(0)
  expect(products.every(({ name, sku }) => /mug/i.test(name + sku))).toBe(true)
})

test('a product that is sold ahead has its pieces and the promised day on the phone and in the parcel', async () => {
  const rule = { kind: 'backorder', limit: 4, text: 'Ships in 2 weeks', days: 14 }
  const set = (values: object) =>
    db.updateTable('variations').set(values).where('id', '=', variation_id).execute()
  const { sku } = await db
    .selectFrom('variations')
    .select('sku')
    .where('id', '=', variation_id)
    .executeTakeFirstOrThrow()
  await set({ stock: 1, sold_ahead: JSON.stringify(rule) })
  const date = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
  const found = async () =>
    ok(await adminOrders.phoneForm({ q: sku })).products.find((one) => one.sku === sku)
  expect(await found()).toMatchObject({
    stock: 1,
    ahead: expect.stringMatching(/^Ships in 2 weeks, from \d/),
  })

  const order = { ...draft(), items: [{ variation_id, quantity: 3 }], payment_method: 'cod' }
  const { grand_total } = ok(await adminOrders.quote(order))
  const entry = { ...order, idempotency_key: randomUUID(), expected_total: grand_total.amount }
  const placed = ok(await adminOrders.create(entry))
  expect(placed.left_to_ship).toMatchObject([{ quantity: 3, ahead: { quantity: 2, date } }])
  expect(await found()).toMatchObject({ stock: 0, ahead: expect.stringMatching(/^Ships in 2 weeks/) })
  const rest = { ...order, session: randomUUID(), items: [{ variation_id, quantity: 2 }] }
  const next = ok(await adminOrders.quote(rest))
  ok(
    await adminOrders.create({
      ...rest,
      idempotency_key: randomUUID(),
      expected_total: next.grand_total.amount,
    }),
  )
  expect(await found(), 'its limit is reached').toMatchObject({ stock: 0, ahead: null })
  await set({ sold_ahead: null, stock: 50 })
})

test('the orders of a search are a CSV file in which a formula is text', async () => {
  await db
    .updateTable('orders')
    .set({ shipping_address: JSON.stringify({ ...address, first_name: '=1+1', last_name: 'X' }) as never })
    .where('id', '=', known.order_id)
    .execute()
  const { body, headers } = await request({
    url: `/api/admin/orders/export?q=${known.order_no}`,
    method: 'GET',
  })

  expect(headers['content-type']).toContain('text/csv')
  expect(String(body)).toContain(known.order_no)
  expect(String(body)).toContain("'=1+1 X")
})

test('an order without an invoice says so', async () => {
  expect(await adminOrders.invoice({ id: known.order_id })).toMatchObject({ code: 'NO_INVOICE' })
})

const count = async () =>
  Number(
    (
      await db
        .selectFrom('orders')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

/** A promotion of 10 % off these goods, as long as `work` takes. */
async function withPromotion(product: number, work: () => Promise<void>) {
  const goods = { is_for_everything: false, products: [product] }
  const id = await addPromotion(db, { name: 'Ten off', goods, effect: { type: 'percentage', percent: 10 } })
  await work().finally(() =>
    db.updateTable('promotions').set({ is_active: false }).where('id', '=', id).execute(),
  )
}

test('a share that staff take off an order is one of what promotions leave, and 100 % is all of it', async () => {
  const { product_id, selling_price } = await goodsOf(variation_id)
  await withPromotion(product_id, async () => {
    const totals = async (percent: number) => {
      const discount = { amount: 0, percent, reason: 'Waited long' }
      const { subtotal, discount_total } = ok(await adminOrders.quote({ ...draft(), discount }))
      expect(subtotal.amount).toBe(2 * selling_price)
      return subtotal.amount - discount_total.amount
    }
    const left = 2 * selling_price * 0.9
    expect(await totals(20)).toBe(Math.round(left * 0.8))
    expect(await totals(100)).toBe(0)
  })
})

test('an order keeps what a promotion took off its lines apart from the discount of staff', async () => {
  const { product_id, selling_price } = await goodsOf(variation_id)
  const other = await opened.db
    .selectFrom('variations')
    .select('id')
    .where('product_id', '!=', product_id)
    .where('stock', '>', 5)
    .limit(1)
    .executeTakeFirstOrThrow()
  await withPromotion(product_id, async () => {
    const order = {
      ...{ ...draft(), payment_method: 'cod' },
      items: [
        { variation_id, quantity: 2 },
        { variation_id: other.id, quantity: 1 },
      ],
      discount: { amount: 10_000, percent: 0, reason: 'Waited long' },
    }
    const { grand_total } = ok(await adminOrders.quote(order))
    const agreed = { idempotency_key: randomUUID(), expected_total: grand_total.amount }
    const placed = ok(await adminOrders.create({ ...order, ...agreed }))
    const named = placed.adjustments?.map(({ name, amount }) => [name, amount.amount])
    expect(named).toEqual([
      ['Ten off', (2 * selling_price) / 10],
      ['Discount', 10_000],
    ])
  })
})

test('quotes of one order that cross each have the entered goods once', async () => {
  const order = draft()
  const quotes = await Promise.all(Array.from({ length: 6 }, () => adminOrders.quote(order)))
  for (const quote of quotes) expect(ok(quote).items.map(({ quantity }) => quantity)).toEqual([2])
  const carts = await db.selectFrom('carts').select('id').where('session_id', '=', order.session).execute()
  expect(carts).toEqual([])
})

const goodsOf = (id: number) =>
  db
    .selectFrom('variations as v')
    .innerJoin('prices as p', 'p.variation_id', 'v.id')
    .select(['v.product_id', 'p.selling_price'])
    .where('v.id', '=', id)
    .executeTakeFirstOrThrow()
