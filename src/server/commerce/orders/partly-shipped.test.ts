import { expect, test } from 'vitest'
import { formatMoney } from '#contract/money.ts'
import { address } from '#harness/addresses.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { findInvoice } from './find-invoice.ts'
import { issueMissingInvoices } from './invoices/issue-invoice.ts'
import { markDelivered, markOutForDelivery } from './shipping/add-scan.ts'
import { changeAddress } from './shipping/change-address.ts'
import { packOrder } from './shipping/pack-order.ts'
import { shipOrder } from './shipping/ship-order.ts'

const shop = withOrders(await openShop({ seed: true }))
const { services, db } = shop
let parcels = 0

/** Ships this many of the order's only line; undefined: all that is left. */
async function ship(order: { order_no: string }, item: number, quantity?: number) {
  parcels += 1
  const waybill = `PART-${String(parcels).padStart(4, '0')}`
  const items = quantity === undefined ? undefined : [{ order_item_id: item, quantity }]
  await shipOrder(services, { order_no: order.order_no, courier: 'Test Courier', waybill, items })
  return waybill
}

async function partlyShipped(options: Parameters<typeof shop.orderOf>[0] = {}) {
  const order = await shop.orderOf({ quantity: 3, ...options })
  await packOrder(services, order.order_no)
  const item = (await order.read()).productchannel[0]?.id ?? 0
  return { ...order, item, waybill: await ship(order, item, 1) }
}

const invoicesOf = async (orderId: number, numbers: { invoice_no: string }[]) =>
  Promise.all(numbers.map(({ invoice_no }) => findInvoice(db, orderId, invoice_no)))

test('an order is partly shipped once a part has left, and its lines say how much', async () => {
  const order = await partlyShipped()
  expect(await order.read()).toMatchObject({
    status: 'shipped',
    status_label: 'Partly shipped',
    is_partly_shipped: true,
    can_cancel: true,
    productchannel: [{ quantity: 3, quantity_shipped: 1, status: 'shipped', can_cancel: true }],
    timeline: [{ label: 'Placed' }, { label: 'Packed' }, { label: 'Partly shipped' }],
  })

  await ship(order, order.item)

  expect(await order.read()).toMatchObject({
    status_label: 'Shipped',
    is_partly_shipped: false,
    can_cancel: false,
    productchannel: [{ quantity_shipped: 3, can_cancel: false }],
    timeline: [{}, {}, { label: 'Partly shipped' }, { status: 'shipped', label: 'Shipped' }],
  })
})

test('each shipment has an invoice of its pieces, and together they are the order’s total', async () => {
  const order = await partlyShipped()
  const { totals } = await order.read()
  await ship(order, order.item, 1)
  await ship(order, order.item)

  const { invoices } = await order.read()
  expect(invoices).toHaveLength(3)
  const documents = await invoicesOf(order.order_id, invoices)
  expect(documents.map(({ lines }) => lines[0]?.quantity)).toEqual([1, 1, 1])
  const sum = documents.reduce((all, { total }) => all + total, 0)
  expect(sum).toBe(totals.grand_total.amount)
  expect(invoices.map(({ total }) => total.amount)).toEqual(documents.map(({ total }) => total))
  // Delivery is billed once, with the first.
  const nameOfDelivery = (await order.read()).shipping_method.name
  const withDelivery = documents.filter(({ lines, sums }) =>
    [...lines.map(({ name }) => name), ...sums.map(({ label }) => label)].includes(nameOfDelivery),
  )
  expect(withDelivery.length).toBeLessThanOrEqual(1)
  const { order_no } = order
  const invoice_no = invoices[2]?.invoice_no ?? ''
  expect(ok(await order.api.orders.invoice({ order_no, invoice_no }))).toMatchObject({ invoice_no })
  expect(await order.api.orders.invoice({ order_no, invoice_no: 'INV-1999-00001' })).toMatchObject({
    code: 'NO_INVOICE',
  })
})

test('the rest is cancelled by the shopper and refunded; the order is delivered when all that was sent is', async () => {
  const order = await partlyShipped({ method: 'test_gateway' })
  const before = await order.read()
  await markOutForDelivery(services, order.waybill)
  await markDelivered(services, order.waybill)
  expect((await order.read()).status).toBe('shipped')
  const { order_no } = order
  expect(
    await order.api.orders.cancel({
      order_no,
      items: [{ item_id: order.item, quantity: 3 }],
      reason: 'too_slow',
    }),
  ).toMatchObject({ code: 'VALIDATION' })

  const after = ok(await order.api.orders.cancel({ order_no, reason: 'too_slow' }))

  const [invoice] = await invoicesOf(order.order_id, after.invoices)
  expect(after).toMatchObject({
    status: 'delivered',
    is_partly_shipped: false,
    payment_status: 'partially_refunded',
    productchannel: [
      { quantity: 1, status: 'delivered' },
      { quantity: 2, status: 'cancelled' },
    ],
  })
  // The rest of the total is the billed amount, to the minor unit.
  expect(after.grand_total.amount).toBe(invoice?.total)
  expect(after.totals.refunded.amount).toBe(before.grand_total.amount - after.grand_total.amount)
  const { stock } = await db
    .selectFrom('variations')
    .select('stock')
    .where('id', '=', before.productchannel[0]?.product_id ?? 0)
    .executeTakeFirstOrThrow()
  expect(stock).toBe(49)
  expect(await order.api.orders.cancel({ order_no, reason: 'other' })).toMatchObject({
    code: 'ORDER_NOT_CANCELLABLE',
  })
})

test('a part of the rest is cancelled, and what remains can be sent elsewhere', async () => {
  const order = await partlyShipped()
  const { order_no } = order
  ok(
    await order.api.orders.cancel({
      order_no,
      items: [{ item_id: order.item, quantity: 1 }],
      reason: 'too_slow',
    }),
  )
  const { country_id: _, ...to } = { ...address, address_line_1: '7 Lake View' }
  await changeAddress(services, order_no, to)
  await ship(order, order.item)
  const read = await order.read()
  expect(read).toMatchObject({
    status_label: 'Shipped',
    shipping_address: { address_line_1: '7 Lake View' },
    productchannel: [{ quantity: 2, quantity_shipped: 2 }, { status: 'cancelled' }],
  })
  const documents = await invoicesOf(order.order_id, read.invoices)
  expect(documents.map(({ ship_to }) => ship_to.includes('7 Lake View'))).toEqual([false, true])
  expect(documents.reduce((sum, { total }) => sum + total, 0)).toBe(read.grand_total.amount)
  await expect(changeAddress(services, order_no, to)).rejects.toMatchObject({ code: 'ORDER_STATE' })
})

test('the courier collects the amount of its parcel', async () => {
  const order = await partlyShipped()
  const [invoice] = (await order.read()).invoices
  await markOutForDelivery(services, order.waybill)
  const { text } = await db
    .selectFrom('outbox')
    .select('text')
    .where('order_id', '=', order.order_id)
    .where('kind', '=', `order_out_for_delivery:${order.waybill}`)
    .where('channel', '=', 'sms')
    .executeTakeFirstOrThrow()
  expect(text).toContain(formatMoney(invoice?.total ?? { amount: 0, currency: 'INR' }, 'en-IN'))
})

test('of a shipment and a cancellation at once, one is refused', async () => {
  const order = await partlyShipped()
  const outcomes = await Promise.allSettled([
    ship(order, order.item, 2),
    order.api.orders.cancel({ order_no: order.order_no, reason: 'too_slow' }).then((reply) => {
      if (reply.status === 'error') throw new Error(reply.message)
    }),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { productchannel } = await order.read()
  const shipped = productchannel.reduce((sum, line) => sum + line.quantity_shipped, 0)
  const cancelled = productchannel
    .filter(({ status }) => status === 'cancelled')
    .reduce((sum, { quantity }) => sum + quantity, 0)
  expect(shipped + cancelled).toBe(3)
})

test('what the release before ships in part is found: the state and the invoice of the next shipment', async () => {
  const whole = await partlyShipped()
  await db.updateTable('orders').set({ is_partly_shipped: false }).where('id', '=', whole.order_id).execute()
  const later = await partlyShipped()
  const waybill = await ship(later, later.item)
  const { id } = await db
    .selectFrom('shipments')
    .select('id')
    .where('waybill', '=', waybill)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('invoices').where('shipment_id', '=', id).execute()
  await db
    .updateTable('shipment_items')
    .set({ discount: null, tax: null, total: null })
    .where('shipment_id', '=', id)
    .execute()

  await issueMissingInvoices(services)

  expect((await whole.read()).is_partly_shipped).toBe(true)
  const read = await later.read()
  expect(read.invoices.reduce((sum, { total }) => sum + total.amount, 0)).toBe(read.grand_total.amount)
})

test('an order that its first invoice billed whole gets no second one', async () => {
  const order = await partlyShipped()
  await db.updateTable('invoices').set({ shipment_id: null }).where('order_id', '=', order.order_id).execute()
  await ship(order, order.item)
  expect((await order.read()).invoices).toHaveLength(1)
})
