import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { endPreorders } from '#server/catalog/products/editing/publish-due-products.ts'
import { checkDelivery } from '#server/commerce/cart/check-delivery.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { readChannelSelection } from '#server/shop/channels/channel-selection.ts'

const opened = await openShop({ seed: true })
const { product, guestAtPayment } = withCheckout(opened)
withOrders(opened)
const { db, api } = opened
const { admin } = await signedInStaff(opened, 'owner')
const { adminProducts, adminStockLocations } = admin

type Made = { id: number; productId: number }

const setRules = ({ id, productId }: Made, rules: object) =>
  adminProducts.setStockRules({
    id: productId,
    variation_ids: [id],
    rules: { safety_stock: 0, ...rules } as never,
  })

const adjust = ({ id, productId }: Made, by: number, location_id?: number) =>
  adminProducts.adjustStock({
    ...{ id: productId, changes: [{ variation_id: id, by }], reason: 'counted' as const },
    ...(location_id && { location_id }),
  })

async function stockOf({ id, productId }: Made) {
  const { variations } = ok(await adminProducts.stock({ id: productId }))
  const { stock, pieces } = variations.find((one) => one.id === id)!
  return { stock, pieces }
}

test('safety stock is not sold, and what comes in fills it first', async () => {
  const vase = await product({ stock: 5 })
  ok(await setRules(vase, { safety_stock: 2 }))
  expect(await stockOf(vase)).toEqual({ stock: 3, pieces: 5 })
  const buyer = await guestAtPayment({ id: vase.id, quantity: 3 })
  ok(await buyer.order())
  expect(await stockOf(vase)).toEqual({ stock: 0, pieces: 2 })
  await expect(guestAtPayment({ id: vase.id, quantity: 1 })).rejects.toThrow(/out of stock/i)

  ok(await adjust(vase, -1))
  expect(await stockOf(vase)).toEqual({ stock: 0, pieces: 1 })
  expect(await adjust(vase, -2)).toMatchObject({ code: 'STOCK_TOO_LOW' })
  ok(await adjust(vase, 4))
  expect(await stockOf(vase)).toEqual({ stock: 3, pieces: 5 })
  ok(await setRules(vase, { safety_stock: 9 }))
  expect(await stockOf(vase)).toEqual({ stock: 0, pieces: 5 })
  ok(await setRules(vase, { safety_stock: 0 }))
  expect(await stockOf(vase)).toEqual({ stock: 5, pieces: 5 })
})

test('safety stock is kept of all locations together', async () => {
  const { id: pune } = ok(
    await adminStockLocations.create({
      values: { name: 'Pune', code: 'pune', address: '', priority: 5, sells_online: true, is_active: true },
    }),
  )
  const vase = await product({ stock: 1 })
  ok(await adjust(vase, 4, pune))
  ok(await setRules(vase, { safety_stock: 2 }))
  ok(await (await guestAtPayment({ id: vase.id, quantity: 3 })).order())
  const { variations } = ok(await adminProducts.stock({ id: vase.productId }))
  expect(variations).toMatchObject([
    {
      stock: 0,
      pieces: 2,
      levels: [
        { location_id: 1, quantity: 1 },
        { location_id: pune, quantity: 1 },
      ],
    },
  ])
})

const backorder = { kind: 'backorder', limit: 2, text: 'Ships in 2–3 weeks', days: 21 }
const adminOrder = async (id: number) => ok(await admin.adminOrders.get({ id }))

test('a backorder sells beyond the stock up to its limit, and the line, the mail and what comes in say so', async () => {
  const vase = await product({ stock: 1 })
  ok(await setRules(vase, { sold_ahead: backorder }))
  expect(ok(await api.product.single({ id: String(vase.id) }))).toMatchObject({
    ...{ availability: 'in_stock', available_quantity: 3 },
  })
  const buyer = await guestAtPayment({ id: vase.id, quantity: 3 })
  const text = 'Ships in 2–3 weeks (2 of 3)'
  expect(ok(await buyer.api.cart.get()).items).toMatchObject([
    { in_stock: true, fields: [{ label: 'Delivery', value: text }] },
  ])
  const { order_id } = ok(await buyer.order())
  expect(await stockOf(vase)).toEqual({ stock: 0, pieces: -2 })
  const { productchannel, order_no } = await adminOrder(order_id)
  expect(productchannel).toMatchObject([{ quantity: 3, fields: [{ label: 'Delivery', value: text }] }])
  const mail = await db.selectFrom('outbox').select('text').where('order_id', '=', order_id).execute()
  expect(mail.map((sent) => sent.text).join('\n')).toContain(text)
  await expect(guestAtPayment({ id: vase.id, quantity: 1 })).rejects.toThrow(/out of stock/i)

  ok(await adjust(vase, 1))
  expect(await stockOf(vase)).toEqual({ stock: 1, pieces: -1 })
  expect(await adjust(vase, -1)).toMatchObject({ code: 'STOCK_TOO_LOW' })
  const [shown] = ok(await adminProducts.stock({ id: vase.productId })).variations
  expect(shown?.waiting).toEqual([{ order_id, order_no, quantity: 2 }])
  ok(await setRules(vase, {}))
  expect(await stockOf(vase)).toEqual({ stock: 0, pieces: -1 })
  ok(await adjust(vase, 3))
  expect(await stockOf(vase)).toEqual({ stock: 2, pieces: 2 })
})

test('pieces that no location has are sold ahead from the main one', async () => {
  const [, { id: pune } = { id: 0 }] = ok(
    await adminProducts.stock({ id: (await product({ stock: 1 })).productId }),
  ).locations
  const vase = await product({ stock: 0 })
  ok(await adjust(vase, 2, pune))
  ok(await setRules(vase, { sold_ahead: { ...backorder, limit: null } }))
  ok(await (await guestAtPayment({ id: vase.id, quantity: 5 })).order())
  expect((await stockOf(vase)).pieces).toBe(-3)
  ok(await adjust(vase, 3))
  expect((await stockOf(vase)).pieces).toBe(0)
})

test('a pre-order is one until its day, its order is not to pack before, and it becomes a usual sale by itself', async () => {
  const vase = await product({ stock: 2 })
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  ok(await setRules(vase, { sold_ahead: { kind: 'preorder', limit: 5, text: '', date: day } }))
  const single = async () => ok(await api.product.single({ id: String(vase.id) }))
  expect(await single()).toMatchObject({
    sold_ahead: {
      kind: 'preorder',
      date: day,
      days: null,
      text: expect.stringMatching(/^Pre-order, ships from /),
    },
  })
  const { order_id } = ok(await (await guestAtPayment({ id: vase.id, quantity: 1 })).order())
  const listed = async (tab: 'to_pack' | 'preordered') =>
    ok(await admin.adminOrders.list({ tab, per_page: 100 })).data.some(({ id }) => id === order_id)
  expect([await listed('to_pack'), await listed('preordered')]).toEqual([false, true])
  const { tabs } = ok(await admin.adminOrders.list({ tab: 'preordered', per_page: 100 }))
  expect(tabs.preordered).toBe(1)

  await sql`update order_items set sold_ahead = sold_ahead || '{"date":"2026-01-01"}' where order_id = ${order_id}`.execute(
    db,
  )
  expect([await listed('to_pack'), await listed('preordered')]).toEqual([true, false])
  const later = new Date(Date.now() + 6 * 86_400_000)
  expect(await endPreorders(opened.services, later)).toBe(1)
  expect(await endPreorders(opened.services, later)).toBe(0)
  expect(await stockOf(vase)).toEqual({ stock: 1, pieces: 1 })
  expect(await single()).not.toHaveProperty('sold_ahead')
})

test('the days to delivery count from the day on which the last piece of the cart leaves', async () => {
  const { id: usual } = await product({ stock: 5 })
  const [late, later] = [await product({ stock: 1 }), await product({ stock: 0 })]
  ok(await setRules(late, { sold_ahead: backorder }))
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  ok(await setRules(later, { sold_ahead: { kind: 'preorder', limit: 5, text: '', date: day } }))
  const daysOf = async (...lines: { id: number; quantity: number }[]) => {
    const { api: own, order } = await guestAtPayment(...lines)
    const [cart] = ok(await own.cart.get()).shipping_methods
    const [estimate] = ok(await own.delivery.estimate({ postcode: '560001' })).methods
    expect(estimate?.eta_days).toEqual(cart?.eta_days)
    const { order_id, token } = ok(await order())
    const placed = ok(await own.checkout.complete({ order_id: String(order_id), token }))
    expect(placed.shipping_method.eta_days).toEqual(cart?.eta_days)
    return cart?.eta_days?.min ?? Number.NaN
  }
  const { default: main } = await readChannelSelection(db)
  const checked = async ({ id }: { id: number }) =>
    (await checkDelivery(db, main, { pincode: '560001', variationId: id })).eta_days?.min

  const least = await daysOf({ id: usual, quantity: 1 }, { id: late.id, quantity: 1 })
  // The piece that was there is sold.
  expect(await checked(late)).toBe(least + 21)
  expect(await daysOf({ id: usual, quantity: 1 }, { id: late.id, quantity: 1 })).toBe(least + 21)
  // The shop's day may be the one after that of UTC.
  const toDay = await daysOf({ id: usual, quantity: 1 }, { id: later.id, quantity: 2 })
  expect([least + 39, least + 40]).toContain(toDay)
  expect(await checked(later)).toBe(toDay)
})

test.each([
  ['without a text', { ...backorder, text: ' ' }, 'text'],
  ['with a text of 10 KB', { ...backorder, text: 'x'.repeat(10_000) }, 'text'],
  ['without days', { ...backorder, days: undefined }, 'days'],
  ['up to no piece', { ...backorder, limit: 0 }, 'limit'],
  ['on no day', { kind: 'preorder', limit: 1, text: '', date: '2026-02-30' }, 'date'],
])('a rule %s is refused', async (_, sold_ahead, field) => {
  const vase = await product({ stock: 1 })
  expect(await setRules(vase, { sold_ahead })).toMatchObject({
    errors: { [`rules.sold_ahead.${field}`]: expect.any(Array) },
  })
})

test.each([
  ['none', undefined],
  ['below zero', -1],
  ['a fraction', 1.5],
  ['too many', 1_000_001],
])('a safety stock that is %s is refused', async (_, safety_stock) => {
  const vase = await product({ stock: 1 })
  expect(await setRules(vase, { safety_stock })).toMatchObject({
    status: 'error',
    errors: { 'rules.safety_stock': expect.any(Array) },
  })
})

test('variations of another product stay as they are', async () => {
  const [vase, bowl] = [await product({ stock: 3 }), await product({ stock: 3 })]
  ok(
    await adminProducts.setStockRules({
      ...{ id: vase.productId, variation_ids: [bowl.id] },
      rules: { safety_stock: 3 },
    }),
  )
  expect(await stockOf(bowl)).toEqual({ stock: 3, pieces: 3 })
})

test('no order of writes of any release sells more than the pieces, less the safety stock, and what may be sold ahead', async () => {
  const vase = await product({ stock: 0 })
  const set = (columns: object) =>
    db
      .updateTable('variations')
      .set(columns)
      .where('id', '=', vase.id)
      .returning(['stock', 'held_back', 'safety_stock'])
      .executeTakeFirstOrThrow()
  const step = fc.oneof(
    fc.record({ do: fc.constant('sell' as const), n: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ do: fc.constant('receive' as const), n: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ do: fc.constant('rule' as const), n: fc.integer({ min: 0, max: 8 }) }),
    fc.record({ do: fc.constant('ahead' as const), n: fc.integer({ min: 0, max: 4 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await set({ stock: 0, held_back: 0, safety_stock: 0, sold_ahead: null })
      let [pieces, safety, limit] = [0, 0, 0]
      for (const { do: what, n } of steps) {
        if (what === 'rule') {
          safety = n
          await set({ safety_stock: n })
        } else if (what === 'ahead') {
          limit = n
          await set({ sold_ahead: n === 0 ? null : json({ ...backorder, limit: n }) })
        } else if (what === 'receive') {
          pieces += n
          await db
            .updateTable('variations')
            .set((eb) => ({ stock: eb('stock', '+', n) }))
            .where('id', '=', vase.id)
            .execute()
        } else {
          const { numUpdatedRows } = await db
            .updateTable('variations')
            .set((eb) => ({ stock: eb('stock', '-', n) }))
            .where('id', '=', vase.id)
            .where('stock', '>=', n)
            .executeTakeFirst()
          const isSold = numUpdatedRows > 0n
          expect(isSold).toBe(pieces - safety + limit >= n)
          if (isSold) pieces -= n
        }
        const row = await db
          .selectFrom('variations')
          .select(['stock', 'held_back'])
          .where('id', '=', vase.id)
          .executeTakeFirstOrThrow()
        expect(row).toEqual({
          stock: Math.max(0, pieces - safety + limit),
          held_back: Math.min(pieces, safety - limit),
        })
      }
    }),
    { numRuns: 40 },
  )
})

test('lists change with the last piece and with the first one that is back, not with those between', async () => {
  const vase = await product({ stock: 3 })
  const tagsOf = async (change: () => Promise<unknown>) => {
    await db.deleteFrom('change_log').execute()
    await change()
    const noted = await db.selectFrom('change_log').select('tag').distinct().orderBy('tag').execute()
    return noted.map(({ tag }) => tag).filter((tag) => tag === 'listing' || tag.startsWith('product:'))
  }
  const order = async (quantity: number) =>
    ok(await (await guestAtPayment({ id: vase.id, quantity })).order())

  expect(await tagsOf(() => order(1))).toEqual([`product:${vase.productId}`])
  expect(await tagsOf(() => order(2))).toEqual(['listing', `product:${vase.productId}`])
  expect(await tagsOf(() => adjust(vase, 2))).toEqual(['listing', `product:${vase.productId}`])
  expect(await tagsOf(() => adjust(vase, 1))).toEqual([`product:${vase.productId}`])
  expect(await tagsOf(() => adjust(vase, 20))).toEqual([`product:${vase.productId}`])
  expect(await tagsOf(() => adjust(vase, 1))).toEqual([])
})
