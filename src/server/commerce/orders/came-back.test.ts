import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { findCreditNote, findInvoice } from './find-invoice.ts'

const opened = await openShop({ seed: true })
const shop = withOrders(opened)
const { db } = shop
const { adminOrders } = (await signedInStaff(opened, 'fulfilment')).admin

type Made = Awaited<ReturnType<typeof shop.orderOf>>
const detail = async ({ order_id: id }: Made) => ok(await adminOrders.get({ id }))
const refOf = async (made: Made) => ({ id: made.order_id, version: (await detail(made)).version })

/** Ships this many pieces of the only line; undefined: all that is left. @returns the waybill */
async function ship(
  made: Made,
  quantity?: number,
  waybill = `BACK-${randomUUID().slice(0, 8).toUpperCase()}`,
) {
  const [line] = (await detail(made)).left_to_ship
  const items = quantity && line ? { items: [{ order_item_id: line.order_item_id, quantity }] } : {}
  ok(await adminOrders.ship({ ...(await refOf(made)), courier: 'Bluebird', waybill, ...items }))
  return waybill
}
const scan = async (made: Made, waybill: string, status: 'out_for_delivery' | 'came_back') =>
  adminOrders.scan({ ...(await refOf(made)), waybill, status })
const cameBack = async (made: Made, waybill: string) => ok(await scan(made, waybill, 'came_back'))

/** What each invoice bills, and the credit note of its parcel takes off; minor units. */
async function documentsOf(made: Made) {
  const { invoices } = await detail(made)
  return Promise.all(
    invoices.map(async ({ invoice_no, credit_note_no }) => [
      (await findInvoice(db, made.order_id, invoice_no)).total,
      credit_note_no ? (await findCreditNote(db, made.order_id, { invoice_no })).total : 0,
    ]),
  )
}
async function stockOf(made: Made) {
  const id = (await made.read()).productchannel[0]?.product_id ?? 0
  const { stock } = await db
    .selectFrom('variations')
    .select('stock')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return stock
}

test('a parcel that was refused on delivery makes its order packed again, and its invoice is credited', async () => {
  const made = await shop.orderOf({ isCustomer: false })
  const { grand_total } = (await made.read()).totals
  const stock = await stockOf(made)
  const waybill = await ship(made)
  ok(await scan(made, waybill, 'out_for_delivery'))

  const after = await cameBack(made, waybill)

  expect(after).toMatchObject({
    status: 'packed',
    payment_status: 'pending',
    left_to_ship: [{ quantity: 3 }],
    shipments: [{ waybill, status: 'came_back', status_label: 'Came back to the shop', items: [] }],
  })
  expect(after.actions).toEqual(expect.arrayContaining(['ship', 'cancel', 'change']))
  expect(after.actions).not.toContain('scan')
  expect(after.messages.map(({ kind, channel }) => `${kind} ${channel}`)).toEqual(
    expect.arrayContaining([`order_came_back:${waybill} mail`, `order_came_back:${waybill} sms`]),
  )
  expect(await documentsOf(made)).toEqual([[grand_total.amount, grand_total.amount]])
  expect(await stockOf(made)).toBe(stock)
  const seen = await made.read()
  expect(seen).toMatchObject({
    can_cancel: true,
    productchannel: [{ quantity_shipped: 0, status: 'packed' }],
  })
  expect(seen.timeline.map(({ label }) => label)).toEqual([
    ...['Placed', 'Packed', 'Shipped', 'Out for delivery', 'Parcel came back', 'Packed'],
  ])
  const { order_no, token } = made
  const invoice_no = seen.invoices[0]?.invoice_no ?? ''
  const { url, file_name } = ok(await made.api.orders.creditNote({ order_no, token, invoice_no }))
  expect(file_name).toBe(`${seen.invoices[0]?.credit_note_no}.pdf`)
  expect(String((await made.request({ method: 'GET', url })).body).slice(0, 5)).toBe('%PDF-')
})

test('what came back is cancelled like any order: its pieces are in stock again, and the payment is refunded', async () => {
  for (const method of ['cod', 'test_gateway']) {
    const made = await shop.orderOf({ method })
    const { grand_total } = (await made.read()).totals
    const stock = await stockOf(made)
    await cameBack(made, await ship(made))

    const cancelled = ok(await adminOrders.cancel({ ...(await refOf(made)), reason: 'customer_asked' }))

    expect(cancelled).toMatchObject({ status: 'cancelled' })
    expect(cancelled.totals.refunded.amount).toBe(method === 'cod' ? 0 : grand_total.amount)
    expect(await stockOf(made)).toBe(stock + 3)
    expect(await documentsOf(made)).toEqual([[grand_total.amount, grand_total.amount]])
  }
})

test('it is sent again with its former waybill, and paid when that parcel is delivered', async () => {
  const made = await shop.orderOf()
  const { grand_total } = (await made.read()).totals
  const waybill = await ship(made)
  await cameBack(made, waybill)
  const refused = await scan(made, waybill, 'out_for_delivery')
  expect(refused).toMatchObject({
    code: 'SHIPMENT_DELIVERED',
    message: `The parcel ${waybill} came back to the shop already`,
  })

  await ship(made, undefined, waybill)
  const delivered = ok(await adminOrders.deliver({ ...(await refOf(made)), waybill }))

  expect(delivered).toMatchObject({
    status: 'delivered',
    payment_status: 'paid',
    shipments: [{ status: 'came_back' }, { waybill, status: 'delivered', items: [{ quantity: 3 }] }],
  })
  expect(await documentsOf(made)).toEqual([
    [grand_total.amount, grand_total.amount],
    [grand_total.amount, 0],
  ])
})

test('of two parcels each may come back, and delivery is credited with the last of their invoices', async () => {
  const made = await shop.orderOf({ method: 'test_gateway' })
  await db
    .updateTable('orders')
    .set((row) => ({
      shipping_total: row('shipping_total', '+', 5_000),
      grand_total: row('grand_total', '+', 5_000),
    }))
    .where('id', '=', made.order_id)
    .execute()
  const total = (await detail(made)).totals.grand_total.amount
  const first = await ship(made, 1)
  const second = await ship(made)
  const [one = [0], two = [0]] = await documentsOf(made)

  expect(await cameBack(made, first)).toMatchObject({
    is_partly_shipped: true,
    left_to_ship: [{ quantity: 1 }],
  })
  expect(await documentsOf(made)).toEqual([
    [one[0], (one[0] ?? 0) - 5_000],
    [two[0], 0],
  ])
  expect(await cameBack(made, second)).toMatchObject({ status: 'packed', left_to_ship: [{ quantity: 3 }] })
  const documents = await documentsOf(made)
  expect(documents.reduce((sum, [billed = 0, credited = 0]) => sum + billed - credited, 0)).toBe(0)

  await ship(made)
  expect((await documentsOf(made)).at(-1)).toEqual([total, 0])
  expect((await made.read()).timeline.map(({ label }) => label)).toEqual([
    ...[
      'Waiting for payment',
      'Placed',
      'Packed',
      'Partly shipped',
      'Shipped',
      'Parcel came back',
      'Partly shipped',
    ],
    ...['Parcel came back', 'Packed', 'Shipped'],
  ])
})

test('the rest of an order is delivered when its only parcel under way is, and one that came back is cancelled', async () => {
  const made = await shop.orderOf({ method: 'test_gateway' })
  const first = await ship(made, 1)
  const second = await ship(made)
  await cameBack(made, first)
  ok(await adminOrders.deliver({ ...(await refOf(made)), waybill: second }))
  expect((await detail(made)).status).toBe('shipped')

  const [line] = (await detail(made)).left_to_ship
  const items = [{ item_id: line?.order_item_id ?? 0, quantity: 1 }]
  const after = ok(await adminOrders.cancel({ ...(await refOf(made)), reason: 'other', items }))

  expect(after).toMatchObject({ status: 'delivered', payment_status: 'partially_refunded' })
  const documents = await documentsOf(made)
  expect(documents.reduce((sum, [billed = 0, credited = 0]) => sum + billed - credited, 0)).toBe(
    after.totals.grand_total.amount,
  )
})
