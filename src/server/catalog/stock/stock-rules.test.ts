import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'

const opened = await openShop({ seed: true })
const { product, guestAtPayment } = withCheckout(opened)
withOrders(opened)
const { db } = opened
const { admin } = await signedInStaff(opened, 'owner')
const { adminProducts, adminStockLocations } = admin

type Made = { id: number; productId: number }

const setRules = ({ id, productId }: Made, rules: object) =>
  adminProducts.setStockRules({ id: productId, variation_ids: [id], rules: { safety_stock: 0, ...rules } })

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

test('no order of writes of any release sells what is held back', async () => {
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
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await set({ stock: 0, held_back: 0, safety_stock: 0 })
      let [pieces, safety] = [0, 0]
      for (const { do: what, n } of steps) {
        if (what === 'rule') {
          safety = n
          await set({ safety_stock: n })
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
          expect(isSold).toBe(pieces - safety >= n)
          if (isSold) pieces -= n
        }
        const row = await db
          .selectFrom('variations')
          .select(['stock', 'held_back'])
          .where('id', '=', vase.id)
          .executeTakeFirstOrThrow()
        expect(row).toEqual({ stock: Math.max(0, pieces - safety), held_back: Math.min(pieces, safety) })
      }
    }),
    { numRuns: 40 },
  )
})
