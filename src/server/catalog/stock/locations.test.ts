import { expect, test } from 'vitest'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { failOrder } from '#server/commerce/payments/cancel-unpaid-order.ts'

const opened = await openShop({ seed: true })
const shop = withOrders(opened)
const { product, guestAtPayment } = withCheckout(opened)
const { db, pool } = opened
const { admin } = await signedInStaff(opened, 'owner')
const { adminOrders, adminProducts, adminStockLocations, adminStockTransfers } = admin

const values = (code: string, more: object = {}) => ({
  ...{ name: code.toUpperCase(), code, address: '', priority: 5, sells_online: true, is_active: true },
  ...more,
})
const addLocation = async (code: string, more: object = {}) =>
  ok(await adminStockLocations.create({ values: values(code, more) }))

const main = 1
const pune = (await addLocation('pune')).id
const goa = (await addLocation('goa', { priority: 9 })).id

/** A variation with so many pieces in each location. */
async function inStock(levels: Record<number, number>) {
  const made = await product({ stock: 0 })
  for (const [location_id, by] of Object.entries(levels))
    if (by > 0)
      ok(
        await adminProducts.adjustStock({
          id: made.productId,
          changes: [{ variation_id: made.id, by }],
          reason: 'received',
          location_id: Number(location_id),
        }),
      )
  const sku = (
    await db.selectFrom('variations').select('sku').where('id', '=', made.id).executeTakeFirstOrThrow()
  ).sku
  return { ...made, sku }
}

/** What each location has, and the total that is sold. */
async function stockOf({ id, productId }: { id: number; productId: number }) {
  const { variations } = ok(await adminProducts.stock({ id: productId }))
  const { levels = [], stock } = variations.find((one) => one.id === id) ?? {}
  return { ...Object.fromEntries(levels.map(({ location_id, quantity }) => [location_id, quantity])), stock }
}

const order = async (id: number) => ok(await adminOrders.get({ id }))
const linesOf = async (id: number) => {
  const { productchannel, item_locations } = await order(id)
  return productchannel.map(({ id: item, quantity }) => [
    item_locations.find(({ item_id }) => item_id === item)?.location_id,
    quantity,
  ])
}

async function place(...lines: { id: number; quantity?: number }[]) {
  const placed = ok(await (await guestAtPayment(...lines)).order())
  return placed.order_id
}

test('an order leaves the first location that has all of it, otherwise the fewest, and a line of two is split', async () => {
  const [vase, bowl] = [await inStock({ [main]: 1, [pune]: 2 }), await inStock({ [pune]: 3, [goa]: 9 })]
  expect(await stockOf(vase)).toEqual({ [main]: 1, [pune]: 2, stock: 3 })

  const whole = await place({ ...vase, quantity: 2 }, { ...bowl, quantity: 1 })
  expect(await linesOf(whole)).toEqual([
    [pune, 2],
    [pune, 1],
  ])
  expect(await stockOf(vase)).toEqual({ [main]: 1, stock: 1 })

  const split = await place({ ...bowl, quantity: 10 })
  expect(await linesOf(split)).toEqual([
    [goa, 8],
    [pune, 2],
  ])
  expect(await stockOf(bowl)).toEqual({ [goa]: 1, stock: 1 })
  const { productchannel, totals } = await order(split)
  expect(productchannel.reduce((sum, { total }) => sum + total.amount, 0)).toBe(totals.subtotal.amount)
})

test('cancelled pieces go back where they were taken from, and returned ones where staff choose', async () => {
  const vase = await inStock({ [pune]: 4 })
  const id = await place({ ...vase, quantity: 3 })
  const { version, left_to_ship } = await order(id)
  const item_id = left_to_ship[0]?.order_item_id ?? 0
  ok(await adminOrders.cancel({ id, version, items: [{ item_id, quantity: 1 }], reason: 'out_of_stock' }))
  expect(await stockOf(vase)).toEqual({ [pune]: 2, stock: 2 })

  await shop.deliver(id)
  const items = [{ item_id, quantity: 2, reason: 'other' as const }]
  const started = ok(await adminOrders.startReturn({ id, version: (await order(id)).version, items }))
  const refund_no = started.refunds[0]?.refund_no ?? ''
  const step = async (name: 'returned' | 'reject', more: object = {}) =>
    adminOrders.refund({ id, version: (await order(id)).version, refund_no, step: name, ...more })
  expect(await step('returned', { restocks: true, location_id: 999 })).toMatchObject({
    errors: { location_id: ['Please choose a location'] },
  })
  ok(await step('returned', { restocks: true, location_id: goa }))
  expect(await stockOf(vase)).toEqual({ [pune]: 2, [goa]: 2, stock: 4 })
  ok(await step('reject'))
  expect(await stockOf(vase)).toEqual({ [pune]: 2, stock: 2 })
})

test('an unpaid order gives its pieces back to their location, and takes others when it is paid after all', async () => {
  const vase = await inStock({ [pune]: 2, [goa]: 2 })
  const buyer = await shop.guestAtPayment({ ...vase, quantity: 2 })
  const { order_id, token } = ok(await buyer.order())
  expect(await stockOf(vase)).toEqual({ [goa]: 2, stock: 2 })
  await db
    .transaction()
    .execute((tx) => failOrder(tx, { id: order_id, status: 'pending_payment', coupon_code: null }))
  expect(await stockOf(vase)).toEqual({ [pune]: 2, [goa]: 2, stock: 4 })

  await place({ ...vase, quantity: 1 })
  const { payment_id } = ok(await buyer.api.checkout.processPayment({ order_id, token }))
  await shop.choose(payment_id, 'pay')
  expect(await linesOf(order_id)).toEqual([[goa, 2]])
  expect(await stockOf(vase)).toEqual({ [pune]: 1, stock: 1 })
  expect(await db.selectFrom('stock_holds').where('order_id', '=', order_id).selectAll().execute()).toEqual(
    [],
  )
})

test('a changed order takes its new pieces from a location and gives removed ones back', async () => {
  const [vase, bowl] = [await inStock({ [pune]: 5 }), await inStock({ [main]: 1, [goa]: 5 })]
  const id = await place({ ...vase, quantity: 2 })
  const { left_to_ship } = await order(id)
  const request = {
    items: [{ item_id: left_to_ship[0]?.order_item_id ?? 0, quantity: 1 }],
    added: [{ variation_id: bowl.id, quantity: 1 }],
  }
  const { version, totals } = ok(await adminOrders.quoteChange({ id, ...request }))
  const agreed = { expected_total: totals.grand_total.amount, idempotency_key: crypto.randomUUID() }
  ok(await adminOrders.change({ id, version, ...request, ...agreed }))
  expect(await linesOf(id)).toEqual([
    [pune, 1],
    [pune, 1],
    [main, 1],
  ])
  expect(await stockOf(vase)).toEqual({ [pune]: 4, stock: 4 })
  expect(await stockOf(bowl)).toEqual({ [goa]: 5, stock: 5 })
})

test('a transfer sells nothing on its way, arrives in parts, and gives the rest back when it is cancelled', async () => {
  const vase = await inStock({ [main]: 5 })
  const request = { from_location_id: main, to_location_id: pune, note: '' }
  const draft = ok(
    await adminStockTransfers.create({ ...request, items: [{ sku: vase.sku.toLowerCase(), quantity: 4 }] }),
  )
  const { id } = draft
  expect(await stockOf(vase)).toEqual({ [main]: 5, stock: 5 })
  const sent = ok(await adminStockTransfers.send({ id, version: draft.version }))
  expect(await stockOf(vase)).toEqual({ [main]: 1, stock: 1 })
  expect(await adminStockTransfers.send({ id, version: draft.version })).toMatchObject({
    code: 'STALE_RECORD',
  })
  expect(await adminStockTransfers.send({ id, version: sent.version })).toMatchObject({
    code: 'TRANSFER_STATE',
  })
  const receive = (version: string, quantity: number) =>
    adminStockTransfers.receive({ id, version, items: [{ variation_id: vase.id, quantity }] })
  expect(await receive(sent.version, 5)).toMatchObject({
    errors: { items: [expect.stringContaining('only 4')] },
  })
  const [first, second] = await Promise.all([receive(sent.version, 3), receive(sent.version, 3)])
  expect([first, second].map((reply) => reply.status).sort()).toEqual(['error', 'success'])
  expect(await stockOf(vase)).toEqual({ [main]: 1, [pune]: 3, stock: 4 })
  const { version } = ok(await adminStockTransfers.get({ id }))
  expect(ok(await adminStockTransfers.cancel({ id, version }))).toMatchObject({ status: 'cancelled' })
  expect(await stockOf(vase)).toEqual({ [main]: 2, [pune]: 3, stock: 5 })
  const { changes } = ok(await adminProducts.stock({ id: vase.productId }))
  expect(
    changes.map(({ reason, location, stock_before, stock_after }) => [
      reason,
      location,
      stock_before,
      stock_after,
    ]),
  ).toEqual([
    ['transfer', 'Main location', 1, 2],
    ['transfer', 'PUNE', 0, 3],
    ['transfer', 'Main location', 5, 1],
    ['received', 'Main location', 0, 5],
  ])

  const more = ok(await adminStockTransfers.create({ ...request, items: [{ sku: vase.sku, quantity: 3 }] }))
  expect(await adminStockTransfers.send({ id: more.id, version: more.version })).toMatchObject({
    code: 'OUT_OF_STOCK',
  })
  expect(await stockOf(vase)).toEqual({ [main]: 2, [pune]: 3, stock: 5 })
  const changed = ok(
    await adminStockTransfers.update({
      ...request,
      id: more.id,
      version: more.version,
      items: [{ sku: vase.sku, quantity: 2 }],
    }),
  )
  const left = ok(await adminStockTransfers.send({ id: more.id, version: changed.version }))
  const items = [{ variation_id: vase.id, quantity: 2 }]
  expect(ok(await adminStockTransfers.receive({ id: more.id, version: left.version, items }))).toMatchObject({
    status: 'received',
  })
  expect(await stockOf(vase)).toEqual({ [pune]: 5, stock: 5 })
})

test.each([
  ['an unknown SKU', { items: [{ sku: 'NONE', quantity: 1 }] }, 'items'],
  ['one location twice', { to_location_id: main }, 'to_location_id'],
  ['an unknown location', { from_location_id: 999 }, 'from_location_id'],
])('a transfer with %s is refused', async (_, wrong, field) => {
  const { sku } = await inStock({})
  const request = { from_location_id: main, to_location_id: pune, items: [{ sku, quantity: 1 }] }
  expect(await adminStockTransfers.create({ ...request, ...wrong })).toMatchObject({
    errors: { [field]: expect.anything() },
  })
})

test('a location that sells nothing keeps its stock, which the shop does not sell until it opens', async () => {
  const shut = (await addLocation('delhi')).id
  const vase = await inStock({ [main]: 1, [shut]: 7 })
  const save = async (more: object) => {
    const { version } = ok(await adminStockLocations.get({ id: shut }))
    return adminStockLocations.update({ id: shut, version, values: values('delhi', more) })
  }
  ok(await save({ sells_online: false }))
  expect(await stockOf(vase)).toEqual({ [main]: 1, [shut]: 7, stock: 1 })
  ok(
    await adminProducts.adjustStock({
      ...{
        id: vase.productId,
        changes: [{ variation_id: vase.id, by: -2 }],
        reason: 'lost',
        location_id: shut,
      },
    }),
  )
  expect(await stockOf(vase)).toEqual({ [main]: 1, [shut]: 5, stock: 1 })
  ok(await save({}))
  expect(await stockOf(vase)).toEqual({ [main]: 1, [shut]: 5, stock: 6 })

  const { version } = ok(await adminStockLocations.get({ id: shut }))
  expect(await adminStockLocations.remove({ id: shut, version })).toMatchObject({ code: 'IN_USE' })
  const first = ok(await adminStockLocations.get({ id: main }))
  expect(
    await adminStockLocations.update({
      id: main,
      version: first.version,
      values: { ...first.values, is_active: false },
    }),
  ).toMatchObject({ errors: { 'values.is_active': [expect.stringContaining('always sells')] } })
})

test('an order is picked up where all of it is: offered, taken there, ready with a code, handed over for the code', async () => {
  const store = ok(
    await adminStockLocations.create({
      values: values('indore', { priority: 0, address: '4 MG Road', opening_hours: 'Mon–Sat 10–19' }),
    }),
  ).id
  const method = {
    name: 'Pick up in Indore',
    code: 'pick-up',
    channel: 'in',
    price: 0,
    pickup_location_id: store,
  }
  const channel = (
    await db.selectFrom('channels').select('code').where('is_default', '=', true).executeTakeFirstOrThrow()
  ).code
  ok(await admin.adminShippingMethods.create({ values: { ...method, channel } }))
  const [vase, bowl] = [await inStock({ [main]: 3, [store]: 1 }), await inStock({ [main]: 3, [store]: 2 })]

  const short = await guestAtPayment({ ...vase, quantity: 2 }, bowl)
  const codes = ({ shipping_methods }: { shipping_methods: readonly { code: string }[] }) =>
    shipping_methods.map(({ code }) => code)
  expect(codes(short.cart)).not.toContain('pick-up')
  const buyer = await guestAtPayment({ ...vase, quantity: 1 }, bowl)
  expect(buyer.cart.shipping_methods.find(({ code }) => code === 'pick-up')).toMatchObject({
    ...{ amount: { amount: 0 }, eta_days: null },
    pickup: { name: 'INDORE', address: '4 MG Road', opening_hours: 'Mon–Sat 10–19' },
  })
  expect(buyer.cart.shipping_method?.code, 'a pick-up is never preselected').not.toBe('pick-up')
  const { order_id, token } = ok(await buyer.order({ shipping_method: 'pick-up' }))
  expect(await linesOf(order_id)).toEqual([
    [store, 1],
    [store, 1],
  ])
  expect(await stockOf(bowl)).toEqual({ [main]: 3, [store]: 1, stock: 4 })
  const late = await guestAtPayment({ ...vase, quantity: 1 })
  expect(codes(late.cart)).not.toContain('pick-up')

  const step = async () => ({ id: order_id, version: (await order(order_id)).version })
  expect((await order(order_id)).actions).toContain('markReady')
  expect(await adminOrders.handOver({ ...(await step()), code: '123456' })).toMatchObject({
    code: 'ORDER_STATE',
  })
  expect(ok(await adminOrders.markReady(await step())).actions).toContain('handOver')
  expect(await adminOrders.markReady(await step())).toMatchObject({ code: 'ORDER_STATE' })
  const { order: seen } = ok(
    await buyer.api.orders.item({ order_no: (await order(order_id)).order_no, token }),
  )
  const code = seen.pickup?.code ?? ''
  expect(code).toMatch(/^\d{6}$/)
  const messages = await db
    .selectFrom('outbox')
    .select(['channel', 'text'])
    .where('order_id', '=', order_id)
    .where('kind', '=', 'order_ready')
    .execute()
  expect(messages.map(({ channel: way }) => way).sort()).toEqual(['mail', 'sms'])
  for (const { text } of messages) {
    expect(text).toContain(code)
    expect(text).toContain('Mon–Sat 10–19')
  }
  const wrong = code === '000000' ? '111111' : '000000'
  expect(await adminOrders.handOver({ ...(await step()), code: wrong })).toMatchObject({
    errors: { code: [expect.any(String)] },
  })
  const handed = ok(await adminOrders.handOver({ ...(await step()), code }))
  expect(handed).toMatchObject({ status: 'delivered', shipments: [{ courier: 'Pick-up, INDORE' }] })
  expect(handed.invoices).toHaveLength(1)
  const kinds = (await db.selectFrom('outbox').select('kind').where('order_id', '=', order_id).execute()).map(
    ({ kind }) => kind,
  )
  expect(kinds.filter((kind) => kind.startsWith('order_shipped'))).toEqual([])
})

test('the release before takes from the total: the main location gives first, then the others', async () => {
  const vase = await inStock({ [main]: 2, [pune]: 2, [goa]: 2 })
  await pool.query('update variations set stock = stock - 3 where id = $1', [vase.id])
  expect(await stockOf(vase)).toEqual({ [pune]: 1, [goa]: 2, stock: 3 })
  await pool.query('update variations set stock = stock + 4 where id = $1', [vase.id])
  expect(await stockOf(vase)).toEqual({ [main]: 4, [pune]: 1, [goa]: 2, stock: 7 })
})
