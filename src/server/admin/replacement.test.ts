import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { address } from '#harness/addresses.ts'
import { openShop } from '#harness/open-shop.ts'
import { withParcels } from '#harness/parcels.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'

const opened = await openShop({ seed: true })
const shop = await withParcels(opened)
const { db } = shop
const { adminOrders } = (await signedInStaff(opened, 'fulfilment')).admin
// A method that costs something, and delivery that does.
await db.updateTable('payment_methods').set({ fee: 4_000 }).where('code', '=', 'cod').execute()
await db.updateTable('shipping_methods').set({ price: 7_900, free_from: null }).execute()

const { address_type: _, ...to } = address
const reason = 'Arrived broken'
const part = { amount: 10_000, reason }
const draft = (items: readonly { variation_id: number; quantity: number }[], more: object = {}) => ({
  session: randomUUID(),
  items: [...items],
  ...{ phone: '9876543210', email: 'asha@example.com', address: to, payment_method: 'cod' },
  ...more,
})

/** An order with one piece sent. */
async function shipped() {
  const { order_id: id, order_no, items } = await shop.order()
  const { version } = ok(await adminOrders.get({ id }))
  const [first] = items
  if (!first) throw new Error('The order has items')
  const sent = [{ order_item_id: first.id, quantity: 1 }]
  ok(await adminOrders.ship({ id, version, courier: 'Bluebird', waybill: `REPLACED-${id}`, items: sent }))
  const again = { variation_id: first.product_id as number, quantity: 1, order_item_id: first.id }
  return { id, order_no, again }
}

const create = (order: ReturnType<typeof draft>, expected_total: number, key = randomUUID()) =>
  adminOrders.create({ ...order, idempotency_key: key, expected_total })

test('a discount is an amount or a share of the items, at most all of them, and may include the delivery', async () => {
  const { again } = await shipped()
  const items = [{ variation_id: again.variation_id, quantity: 2 }]
  const full = ok(await adminOrders.quote(draft(items)))
  const worth = full.subtotal.amount
  const due = async (discount: object) => {
    const quote = ok(await adminOrders.quote(draft(items, { discount: { ...discount, reason } })))
    const { discount_total, shipping_total, grand_total } = quote
    return [discount_total.amount, shipping_total.amount, grand_total.amount]
  }

  expect(full.shipping_total.amount).toBe(7_900)
  expect(await due({ amount: 10_000 })).toEqual([10_000, 7_900, worth - 10_000 + 7_900 + 4_000])
  expect(await due({ percent: 10 })).toEqual([worth / 10, 7_900, worth * 0.9 + 7_900 + 4_000])
  expect(await due({ amount: worth + 1 })).toEqual([worth, 7_900, 7_900 + 4_000])
  expect(await due({ free_delivery: true })).toEqual([0, 0, worth + 4_000])
  expect(
    await due({ percent: 100, free_delivery: true }),
    'nothing is due, so that nothing is collected',
  ).toEqual([worth, 0, 0])
})

test.for([
  ['no reason', { amount: 100, reason: ' ' }, {}, 'discount.reason'],
  ['a reason of 10 KB', { amount: 100, reason: 'x'.repeat(10_000) }, {}, 'discount.reason'],
  ['101 %', { percent: 101, reason }, {}, 'discount.percent'],
  ['a negative amount', { amount: -1, reason }, {}, 'discount.amount'],
  ['two measures', { amount: 100, percent: 5, reason }, {}, 'discount.percent'],
  ['a discount of nothing', { reason }, {}, 'discount.amount'],
  ['a coupon beside it', part, { coupon: 'WELCOME10' }, 'coupon'],
  ['an unknown order to replace', part, { replaces: 999_999_999 }, 'replaces'],
] as const)('%s is refused at its field', async ([, discount, more, field]) => {
  const { again } = await shipped()
  const reply = await adminOrders.quote(draft([again], { discount, ...more }))
  expect(reply).toMatchObject({ code: 'VALIDATION', errors: { [field]: [expect.stringMatching(/\w/)] } })
})

test('staff send a sent item again at no charge; both orders name each other', async () => {
  const { id, order_no, again } = await shipped()
  const discount = { percent: 100, free_delivery: true, reason }
  const order = draft([again], { discount, replaces: id, payment_method: undefined })
  const quote = ok(await adminOrders.quote(order))
  const key = randomUUID()
  const placed = ok(await create(order, quote.grand_total.amount, key))
  const repeated = ok(await create(order, quote.grand_total.amount, key))

  expect(quote.grand_total.amount).toBe(0)
  expect(placed).toMatchObject({
    status: 'placed',
    payment_status: 'paid',
    discount_reason: reason,
    replaces: { id, order_no },
  })
  expect(placed.totals.grand_total.amount).toBe(0)
  expect(repeated.id, 'an answer that was lost places nothing twice').toBe(placed.id)
  const former = ok(await adminOrders.get({ id }))
  expect(former.replaced_by).toEqual([{ id: placed.id, order_no: placed.order_no }])
  expect(former.replaces).toBeNull()
  expect(placed.log[0]?.after).toMatchObject({ discount: reason, replaces: order_no })
  expect(placed.payment_method.name).toBe('Nothing to pay')
  const packed = ok(await adminOrders.pack({ id: placed.id, version: placed.version }))
  const parcel = {
    id: placed.id,
    version: packed.version,
    courier: 'Bluebird',
    waybill: `REPLACED-${placed.id}`,
  }
  const sent = ok(await adminOrders.ship(parcel))
  expect(sent.invoices, 'it has an invoice over nothing').toHaveLength(1)
})

test('an order without a shipment is not replaced', async () => {
  const { order_id, items } = await shop.order()
  const again = { variation_id: items[0]?.product_id as number, quantity: 1 }
  expect(ok(await adminOrders.get({ id: order_id })).actions).not.toContain('replace')
  expect(await adminOrders.quote(draft([again], { discount: part, replaces: order_id }))).toMatchObject({
    errors: { replaces: ['Only an order that has left, or a part of it, can be replaced'] },
  })
})

test('an item that was made for the customer is made again with the same text', async () => {
  const { id, again } = await shipped()
  const customisation = { custom_text: 'Asha & Ravi', image_path: null }
  const offer = { text: { enabled: true, label: 'Name', max_length: 40, required: true } }
  await db
    .updateTable('order_items')
    .set({ customisation: JSON.stringify(customisation) })
    .where('id', '=', again.order_item_id)
    .execute()
  await db
    .updateTable('products')
    .set({ customisation: JSON.stringify(offer) })
    .where('id', '=', (eb) =>
      eb.selectFrom('variations').select('product_id').where('id', '=', again.variation_id),
    )
    .execute()

  const order = draft([again], { discount: { percent: 100, reason }, replaces: id })
  const placed = ok(await create(order, ok(await adminOrders.quote(order)).grand_total.amount))

  expect(placed.productchannel[0]?.additonal_data?.custom_text).toBe('Asha & Ravi')
})
