import { beforeEach, expect, test } from 'vitest'
import type { PromotionValues } from '#contract/admin/marketing/promotions.ts'
import { createClient } from '#contract/client.ts'
import { giftsOfCart } from '#contract/rules/promotions/named-discounts.ts'
import { withdrawalRoutes } from '#contract/withdrawal.ts'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { adminApiOf, signedInStaff } from '#harness/staff.ts'
import { addPromotion } from '../promotions/promotion.test-support.ts'

const opened = await openShop({ seed: 'small' })
const shop = { ...withOrders(opened), ...withCheckout(opened) }
const { db, pool } = shop
const { withdrawal } = createClient(opened.guest().send, { withdrawal: withdrawalRoutes })
const { adminOrders } = adminApiOf(await signedInStaff(opened, 'owner'))

beforeEach(async () => {
  await pool.query('truncate promotions, coupons, orders, idempotency_keys cascade')
  await pool.query('delete from promotion_versions')
})

const threeFor = { type: 'bundle', count: 3, price: 99_900, most: null } as const
const again = { on_return: 're_evaluate' as const }

const promotion = (given: Partial<Omit<PromotionValues, 'minimum'>> & { minimum?: object }) =>
  addPromotion(db, { name: 'Any 3 for ₹999', effect: threeFor, ...again, ...given })

async function place(...lines: { id: number; quantity?: number }[]) {
  const { api, order } = await shop.guestAtPayment(...lines)
  const { order_id, order_no, token } = ok(await order({ version: ok(await api.cart.get()).version }))
  const read = async () => ok(await api.checkout.complete({ order_id, token }))
  const admin = async () => ok(await adminOrders.get({ id: order_id }))
  const ref = async () => ({ id: order_id, version: (await admin()).version })
  return { api, order_id, order_no, token, read, admin, ref }
}
type Placed = Awaited<ReturnType<typeof place>>

/** Sent, brought and paid. */
async function deliver({ ref, admin }: Placed) {
  ok(await adminOrders.ship({ ...(await ref()), courier: 'Bluebird' }))
  for (const { waybill } of (await admin()).shipments)
    ok(await adminOrders.deliver({ ...(await ref()), waybill }))
}

const sums = ({ totals, productchannel, adjustments }: Awaited<ReturnType<Placed['read']>>) => ({
  discount: totals.discount.amount,
  total: totals.grand_total.amount,
  adjustments: (adjustments ?? []).map(({ name, amount }) => [name, amount.amount]),
  lines: productchannel.filter(({ status }) => status !== 'cancelled').map(({ total }) => total.amount),
})

test('a cancelled part takes the benefit of the rest with it, once its amount was shown and accepted', async () => {
  await promotion({})
  const vase = await shop.product({ price: 40_000, stock: 50 })
  const placed = await place({ id: vase.id, quantity: 3 })
  const [line] = (await placed.read()).productchannel
  const request = {
    ...{ order_no: placed.order_no, token: placed.token, reason: 'changed_mind' as const },
    items: [{ item_id: line?.id ?? 0, quantity: 1 }],
  }

  const refused = await placed.api.orders.cancel(request)
  expect(refused).toMatchObject({
    code: 'BENEFIT_LOST',
    message:
      '“Any 3 for ₹999” no longer applies in full to what you keep: ₹134 is deducted. You pay ₹199 less.',
    data: { amount: { amount: 19_900 }, lost: [{ name: 'Any 3 for ₹999', amount: { amount: 13_400 } }] },
  })
  expect((await placed.read()).totals.discount.amount).toBe(20_100)
  expect(await placed.api.orders.cancel({ ...request, accepted_amount: 20_000 })).toMatchObject({
    code: 'BENEFIT_LOST',
  })

  const order = ok(await placed.api.orders.cancel({ ...request, accepted_amount: 19_900 }))
  expect(sums(order)).toMatchObject({ discount: 0, adjustments: [], lines: [80_000] })
})

test('the terms of the order count, whatever becomes of the promotion', async () => {
  const id = await promotion({})
  const vase = await shop.product({ price: 40_000, stock: 50 })
  const placed = await place({ id: vase.id, quantity: 4 })
  await pool.query('delete from promotion_uses')
  await pool.query('delete from promotions where id = $1', [id])
  const [line] = (await placed.read()).productchannel
  const cancel = async (quantity: number, accepted_amount?: number) =>
    placed.api.orders.cancel({
      ...{ order_no: placed.order_no, token: placed.token, reason: 'changed_mind', accepted_amount },
      items: [{ item_id: line?.id ?? 0, quantity }],
    })

  // Three are left, which have the price of three.
  expect(sums(ok(await cancel(1)))).toMatchObject({ discount: 20_100, lines: [99_900] })
  expect(sums(ok(await cancel(1, 19_900)))).toMatchObject({ discount: 0, lines: [80_000] })
})

test('what the shop cancels or was wrong about takes no benefit of the rest', async () => {
  await promotion({})
  const vase = await shop.product({ price: 40_000, stock: 50 })
  const placed = await place({ id: vase.id, quantity: 3 })
  const [line] = (await placed.read()).productchannel
  const items = [{ item_id: line?.id ?? 0, quantity: 1 }]

  ok(await adminOrders.cancel({ ...(await placed.ref()), items, reason: 'out_of_stock' }))
  expect(sums(await placed.read())).toMatchObject({ discount: 13_400, lines: [66_600] })
  await deliver(placed)
  const [kept] = (await placed.read()).productchannel.filter(({ status }) => status === 'delivered')
  const returned = [{ item_id: kept?.id ?? 0, quantity: 1, reason: 'damaged' as const }]
  const { refunds } = ok(await adminOrders.startReturn({ ...(await placed.ref()), items: returned }))
  expect(refunds).toMatchObject([{ amount: { amount: 33_300 } }])
})

test('staff see what a change leaves to the order that its promotions would not give to the rest', async () => {
  const [vase, bowl, mug] = [
    await shop.product({ price: 40_000, stock: 50 }),
    await shop.product({ price: 30_000, stock: 50 }),
    await shop.product({ price: 20_000, stock: 50 }),
  ]
  await promotion({})
  const effect = { type: 'gift' as const, products: [mug.productId] }
  await promotion({
    ...{ name: 'Free mug', effect, minimum: { amount: 120_000 } },
    combines_with: ['product', 'order', 'shipping'],
  })
  const placed = await place({ id: vase.id, quantity: 3 }, bowl)
  const lines = (await placed.read()).productchannel
  const itemOf = ({ name }: { name: string }) => lines.find((line) => line.name === name)?.id ?? 0
  const quote = async (...items: { item_id: number; quantity: number }[]) =>
    ok(await adminOrders.quoteChange({ id: placed.order_id, items })).kept

  expect(await quote()).toEqual({ discounts: [], gifts: [] })
  const one = { item_id: itemOf(vase), quantity: 1 }
  expect(await quote(one)).toMatchObject({ gifts: [mug.name] })
  expect(await quote(one, { item_id: itemOf(mug), quantity: 0 })).toMatchObject({ gifts: [] })
})

test('a gift is cancelled with its cause, and with the last of it the order', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  const bowl = await shop.product({ price: 30_000, stock: 50 })
  const mug = await shop.product({ price: 12_000, stock: 5, name: 'Mug' })
  const effect = { type: 'gift' as const, products: [mug.productId] }
  await promotion({ name: 'Free mug', effect, minimum: { amount: 60_000 }, on_return: 'proportional' })
  const placed = await place({ id: vase.id }, { id: bowl.id })
  const lines = (await placed.read()).productchannel
  const cancel = (at: number, more: object = {}) =>
    placed.api.orders.cancel({
      ...{ order_no: placed.order_no, token: placed.token, reason: 'changed_mind', ...more },
      items: [{ item_id: lines[at]?.id ?? 0, quantity: 1 }],
    })

  expect(await cancel(0)).toMatchObject({
    code: 'BENEFIT_LOST',
    message: 'Mug is cancelled too: it was free with these items. You pay ₹400 less.',
  })
  const order = ok(await cancel(0, { accepted_amount: 40_000 }))
  expect(sums(order)).toMatchObject({ discount: 0, lines: [30_000] })
  expect(await shop.stockOf(mug.id)).toBe(5)
  expect(ok(await cancel(1)).status).toBe('cancelled')
})

test('a return deducts what the rest loses, and its credit note says so', async () => {
  await promotion({})
  const vase = await shop.product({ price: 40_000, stock: 50 })
  const bowl = await shop.product({ price: 50_000, stock: 50, name: 'Bowl' })
  const placed = await place({ id: vase.id, quantity: 2 }, { id: bowl.id })
  await deliver(placed)
  const line = (await placed.read()).productchannel.find(({ name }) => name === 'Bowl')
  const items = [{ item_id: line?.id ?? 0, quantity: 1, reason: 'changed_mind' as const }]
  const start = async (accepted_amount?: number) =>
    adminOrders.startReturn({ ...(await placed.ref()), items, accepted_amount })

  // Paid ₹999 for ₹1,300; the two vases alone cost ₹800.
  expect(await start()).toMatchObject({ code: 'BENEFIT_LOST', data: { amount: { amount: 19_900 } } })
  const { refunds } = ok(await start(19_900))
  const deducted = [{ name: 'Any 3 for ₹999', amount: { amount: 18_523 } }]
  expect(refunds).toMatchObject([{ amount: { amount: 19_900 }, deducted }])
  const refund_no = refunds[0]?.refund_no ?? ''
  for (const step of ['returned', 'paid'] as const)
    ok(await adminOrders.refund({ ...(await placed.ref()), refund_no, step }))
  const [{ document }] = (await pool.query('select document from credit_notes')).rows
  expect(document.total).toBe(19_900)
  expect(document.lines.map((one: { name: string; total: number }) => [one.name, one.total])).toEqual([
    ['Bowl', 38_423],
    [`Discount “Any 3 for ₹999” calculated again: ${vase.name}`, -18_523],
  ])
  const mails = await pool.query(`select text from outbox where kind like 'refunded%' and channel = 'mail'`)
  expect(mails.rows[0].text).toContain('“Any 3 for ₹999” no longer applies in full to what you keep: ₹185.23')
})

test('a return that arrives in part is calculated with what stays', async () => {
  await promotion({})
  const vase = await shop.product({ price: 40_000, stock: 50 })
  const placed = await place({ id: vase.id, quantity: 4 })
  await deliver(placed)
  const [line] = (await placed.read()).productchannel
  const items = [{ item_id: line?.id ?? 0, quantity: 2, reason: 'changed_mind' as const }]
  // Paid ₹1,399; two cost ₹800.
  const { refunds } = ok(
    await adminOrders.startReturn({ ...(await placed.ref()), items, accepted_amount: 59_900 }),
  )
  const { refund_no = '', items: [sent] = [] } = refunds[0] ?? {}
  const arrived = {
    refund_no,
    step: 'returned' as const,
    items: [{ item_id: sent?.item_id ?? 0, quantity: 1 }],
  }
  const after = ok(await adminOrders.refund({ ...(await placed.ref()), ...arrived }))
  // Three stay, for ₹999.
  expect(after.refunds).toMatchObject([{ amount: { amount: 40_000 } }])
  expect(after.refunds[0]?.deducted).toBeUndefined()
})

test('a return that would leave nothing to refund is refused, and starts nothing', async () => {
  await promotion({
    name: 'Half',
    effect: { type: 'order_percentage', percent: 50, at_most: null },
    minimum: { amount: 60_000 },
  })
  const vase = await shop.product({ price: 50_000, stock: 50 })
  const mug = await shop.product({ price: 10_000, stock: 50, name: 'Mug' })
  const placed = await place({ id: vase.id }, { id: mug.id })
  await deliver(placed)
  const line = (await placed.read()).productchannel.find(({ name }) => name === 'Mug')
  const items = [{ item_id: line?.id ?? 0, quantity: 1, reason: 'changed_mind' as const }]
  expect(await adminOrders.startReturn({ ...(await placed.ref()), items })).toMatchObject({
    code: 'NOT_REFUNDABLE',
  })
  expect((await placed.read()).status).toBe('delivered')
})

test('an order says which items were gifts, and is refused when a gift that was shown is gone', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  const mug = await shop.product({ price: 12_000, stock: 5, name: 'Mug' })
  const effect = { type: 'gift' as const, products: [mug.productId] }
  await promotion({ name: 'Free mug', effect })
  const { api, order, cart } = await shop.guestAtPayment({ id: vase.id })
  const expected_gifts = giftsOfCart(cart.items)
  expect(expected_gifts).toBe(String(mug.id))

  await shop.setStock(mug.id, 0)
  const { version } = ok(await api.cart.get())
  expect(await order({ version, expected_gifts })).toMatchObject({
    code: 'PRICES_CHANGED',
    message: 'Your free gift is no longer available. Please check the cart before you order.',
    data: { items: [{ product_id: vase.id }] },
  })
  await shop.setStock(mug.id, 1)
  const { order_id, token } = ok(await order({ version, expected_gifts }))
  const { productchannel } = ok(await api.checkout.complete({ order_id, token }))
  expect(productchannel.map(({ product_id, is_gift }) => [product_id, is_gift])).toEqual([
    [vase.id, undefined],
    [mug.id, true],
  ])
})

test('a withdrawal from a part needs no acceptance, and its acknowledgement names what is deducted', async () => {
  await promotion({})
  await pool.query('update channels set withdrawal_days = 14')
  const vase = await shop.product({ price: 40_000, stock: 50 })
  const placed = await place({ id: vase.id, quantity: 3 })
  await deliver(placed)
  const [line] = (await placed.read()).productchannel
  const reference = { order_no: placed.order_no, input: 'asha@example.com' }
  const seen = ok(await withdrawal.order(reference))
  expect(seen.order).toMatchObject({ is_calculated_again: true })
  const items = [{ item_id: line?.id ?? 0, quantity: 1 }]
  const { token } = ok(await withdrawal.state({ ...reference, items }))
  const { values } = ok(await withdrawal.statement({ token }))
  expect(values.find(({ label }) => label === 'What happens')?.value).toContain(
    '“Any 3 for ₹999” no longer applies in full to what you keep: ₹134 is deducted.',
  )
  expect((await placed.read()).refunds).toMatchObject([{ amount: { amount: 19_900 } }])
})
