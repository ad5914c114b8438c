import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withParcels } from '#harness/parcels.ts'
import { requireOrderAccess } from '#server/commerce/orders/model/order-token.ts'
import { trackUrl } from '#server/commerce/orders/model/track-link.ts'
import { addScan, markDelivered, markOutForDelivery } from './add-scan.ts'
import { confirmPayment } from './confirm-payment.ts'
import { correctWaybill } from './correct-waybill.ts'
import { packOrder } from './pack-order.ts'
import { shipOrder } from './ship-order.ts'

const shop = await withParcels(await openShop({ seed: true }))
const { services } = shop
let made = 0
const parcelOf = (order_no: string) => {
  made += 1
  return { order_no, courier: 'Test Courier', waybill: `WB${String(made).padStart(8, '0')}` }
}

test('an order goes from placed to delivered, and every step sends one message', async () => {
  const order = await shop.order()
  const parcel = parcelOf(order.order_no)

  await packOrder(services, order.order_no)
  await shipOrder(services, parcel)
  await addScan(services, { waybill: parcel.waybill, status: 'in_transit', location: 'Pune' })
  await markOutForDelivery(services, parcel.waybill, 'Bengaluru')
  await markDelivered(services, parcel.waybill, 'Bengaluru')

  const read = await order.read()
  expect(read).toMatchObject({
    status: 'delivered',
    // The courier has collected the money.
    payment_status: 'paid',
    timeline: ['placed', 'packed', 'shipped', 'out_for_delivery', 'delivered'].map((status) => ({ status })),
    productchannel: [{ status: 'delivered' }, { status: 'delivered' }],
    shipments: [
      {
        waybill: parcel.waybill,
        courier: 'Test Courier',
        status: 'delivered',
        status_label: 'Delivered',
        delivered_at: expect.any(String),
        delay: null,
        items: order.items.map(({ id, quantity }) => ({ order_item_id: id, quantity })),
        scans: [
          { status: 'delivered', location: 'Bengaluru' },
          { status: 'out_for_delivery' },
          { status: 'in_transit', location: 'Pune' },
          { status: 'shipped' },
        ],
      },
    ],
  })
  expect(await shop.kinds(order.order_id)).toEqual(
    [
      'order_placed',
      ...['shipped', 'out_for_delivery', 'delivered'].map((step) => `order_${step}:${parcel.waybill}`),
    ].flatMap((kind) => [`${kind} mail`, `${kind} sms`]),
  )
})

test('mail and SMS contain courier, waybill, day and a link to the order', async () => {
  const order = await shop.order()
  const { waybill } = parcelOf(order.order_no)
  await shipOrder(services, {
    order_no: order.order_no,
    courier: 'Blue & Fast',
    waybill,
    expected_at: '2030-03-05',
  })

  const [mail, sms] = (await shop.messages(order.order_id)).slice(-2)
  const access = await requireOrderAccess(services.db, order.order_id)
  const url = trackUrl(services.config, { ...access, order_no: order.order_no })
  expect(mail?.subject).toBe(`Your order ${order.order_no} is on its way`)
  for (const word of ['Blue & Fast', waybill, url, '5 Mar', order.items[0]?.name ?? ''])
    expect(mail?.text).toContain(word)
  expect(mail?.html).toContain('Blue &amp; Fast')
  expect(mail?.html).toContain(`href="${url}"`)
  expect(mail?.html).toMatch(/<img src="https:\/\/shop\.example\.com\/_img\/320x\/[^"]+\.jpg"/)
  expect(mail?.html).not.toMatch(/<script|<link|url\(/i)
  expect(sms?.text).toContain(url)
  expect(sms?.recipient).toBe('9876543210')

  // A shipment that arrives today, ahead of its day, is no longer expected on the other day.
  await markOutForDelivery(services, waybill)
  const [ahead] = (await shop.messages(order.order_id)).slice(-2)
  expect(ahead?.text).toContain('It arrives today')
  expect(ahead?.text).not.toContain('5 Mar')
})

test('an order in two shipments is delivered with the second', async () => {
  const order = await shop.order()
  const [two, one] = order.items
  const [first, second] = [parcelOf(order.order_no), parcelOf(order.order_no)]

  await shipOrder(services, { ...first, items: [{ order_item_id: two?.id ?? 0, quantity: 1 }] })
  await markDelivered(services, first.waybill)
  expect(await order.read()).toMatchObject({ status: 'shipped', shipments: [{ status: 'delivered' }] })

  await shipOrder(services, second)
  expect((await order.read()).shipments[1]?.items).toEqual([
    { order_item_id: two?.id, quantity: 1 },
    { order_item_id: one?.id, quantity: 1 },
  ])
  await markOutForDelivery(services, second.waybill)
  expect((await order.read()).status).toBe('out_for_delivery')
  await markDelivered(services, second.waybill)
  expect((await order.read()).status).toBe('delivered')
  expect((await shop.messages(order.order_id))[2]?.subject).toBe(
    `A part of your order ${order.order_no} is on its way`,
  )
})

test('shipping more of an item than was ordered, or a waybill twice, is refused', async () => {
  const order = await shop.order()
  const [two] = order.items
  const parcel = parcelOf(order.order_no)
  const before = await shop.kinds(order.order_id)

  await expect(
    shipOrder(services, { ...parcel, items: [{ order_item_id: two?.id ?? 0, quantity: 3 }] }),
  ).rejects.toMatchObject({
    code: 'ITEM_SHIPPED',
  })
  expect(await order.read()).toMatchObject({ status: 'placed', shipments: [] })
  await shipOrder(services, parcel)
  await expect(shipOrder(services, parcelOf(order.order_no))).rejects.toMatchObject({
    code: 'NOTHING_TO_SHIP',
  })
  const other = await shop.order()
  await expect(shipOrder(services, { ...parcel, order_no: other.order_no })).rejects.toMatchObject({
    code: 'WAYBILL_TAKEN',
  })
  expect(await other.read()).toMatchObject({ status: 'placed', shipments: [] })
  expect(await shop.kinds(other.order_id)).toEqual(before)
})

test('waybills that two orders got from each other are exchanged, and each customer gets a message with the right one', async () => {
  const [first, second] = [await shop.order(), await shop.order()]
  const [right, wrong] = ['WBRIGHT001', 'WBWRONG002']
  const ship = (order_no: string, waybill: string) =>
    shipOrder(services, { order_no, courier: 'Test', waybill })
  const correct = (waybill: string, new_waybill: string) =>
    correctWaybill(services, { waybill, new_waybill, courier: 'Bluebird' })
  await ship(first.order_no, wrong)
  await expect(ship(second.order_no, wrong)).rejects.toMatchObject({
    message: `Order ${first.order_no} has a parcel with the waybill ${wrong} already`,
  })
  await ship(second.order_no, right)

  await expect(correct(wrong, right)).rejects.toMatchObject({
    code: 'WAYBILL_TAKEN',
    message: `Order ${second.order_no} has a parcel with the waybill ${right} already`,
  })
  const own = await correct(right, '')
  expect(own).toMatch(/^OWN-/)
  await correct(wrong, right)
  await correct(own, wrong)

  expect((await first.read()).shipments).toMatchObject([{ waybill: right, courier: 'Bluebird' }])
  expect((await second.read()).shipments).toMatchObject([{ waybill: wrong }])
  expect(await shop.kinds(first.order_id)).toContain(`order_shipped:${right} mail`)
  await markDelivered(services, right)
  await expect(correct(right, 'WBLATE0003')).rejects.toMatchObject({ code: 'SHIPMENT_DELIVERED' })
  await expect(correct(wrong, 'short')).rejects.toMatchObject({ code: 'VALIDATION' })
})

test('of two simultaneous shipments of the same order one finds nothing left', async () => {
  const order = await shop.order()
  const outcomes = await Promise.allSettled([
    shipOrder(services, parcelOf(order.order_no)),
    shipOrder(services, parcelOf(order.order_no)),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await order.read()).shipments).toHaveLength(1)
})

test('an outdated scan changes nothing, and a scan after the delivery is refused', async () => {
  const order = await shop.order()
  const { waybill } = parcelOf(order.order_no)
  await shipOrder(services, { order_no: order.order_no, courier: 'Test Courier', waybill })
  await markOutForDelivery(services, waybill)

  const hourAgo = new Date(Date.now() - 3_600_000)
  await addScan(services, { waybill, status: 'in_transit', location: 'Nagpur', at: hourAgo })
  expect((await order.read()).shipments[0]?.status).toBe('out_for_delivery')
  await markDelivered(services, waybill)
  await expect(addScan(services, { waybill, status: 'in_transit' })).rejects.toMatchObject({
    code: 'SHIPMENT_DELIVERED',
  })
  await expect(addScan(services, { waybill: 'WB-UNKNOWN', status: 'in_transit' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a shipment that arrives later than promised shows the delay and its reason', async () => {
  const order = await shop.order()
  const { waybill } = parcelOf(order.order_no)
  await shipOrder(services, { order_no: order.order_no, courier: 'Test Courier', waybill })
  expect((await order.read()).shipments[0]?.delay).toBeNull()

  await addScan(services, { waybill, status: 'delayed', remark: 'Heavy rain', expected_at: '2099-01-02' })
  expect((await order.read()).shipments[0]).toMatchObject({
    status: 'in_transit',
    expected_at: '2099-01-02',
    delay: { reason: 'Heavy rain', promised_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  })
})

test('a step that the order’s state does not allow is refused', async () => {
  const order = await shop.order()
  await packOrder(services, order.order_no)
  await expect(packOrder(services, order.order_no)).rejects.toMatchObject({ code: 'ORDER_STATE' })
  await expect(packOrder(services, 'SF-1')).rejects.toMatchObject({ httpStatus: 404 })
  await expect(
    shipOrder(services, { order_no: order.order_no, courier: ' ', waybill: 'no' }),
  ).rejects.toMatchObject({
    extra: { errors: { courier: [expect.any(String)], waybill: [expect.any(String)] } },
  })
})

test('a refusal names the order’s state', async () => {
  const { order_no } = await shop.order()
  await packOrder(services, order_no)
  await expect(packOrder(services, order_no)).rejects.toThrow(
    `Order ${order_no} is in the state "Packed". It cannot be packed`,
  )
})

test.each(['2020-01-01', '2026-02-31', 'tomorrow'])(
  'a shipment is not expected on the invalid or past day %s',
  async (day) => {
    const order = await shop.order()
    const parcel = parcelOf(order.order_no)
    const atDay = { extra: { errors: { expected_at: [expect.any(String)] } } }
    await expect(shipOrder(services, { ...parcel, expected_at: day })).rejects.toMatchObject(atDay)
    expect((await order.read()).status).toBe('placed')
    await shipOrder(services, parcel)
    await expect(
      addScan(services, { waybill: parcel.waybill, status: 'delayed', expected_at: day }),
    ).rejects.toMatchObject(atDay)
    expect((await order.read()).shipments[0]?.scans).toHaveLength(1)
  },
)

test('a bank transfer that has not arrived is neither packed nor shipped', async () => {
  const order = await shop.order({ method: 'bank_transfer' })
  const notPaid = { code: 'ORDER_STATE', message: expect.stringContaining('has not arrived') }
  await expect(packOrder(services, order.order_no)).rejects.toMatchObject(notPaid)
  await expect(shipOrder(services, parcelOf(order.order_no))).rejects.toMatchObject(notPaid)
  expect((await order.read()).status).toBe('placed')
  await packOrder(services, order.order_no, { unpaid: true })
  await expect(shipOrder(services, parcelOf(order.order_no))).rejects.toMatchObject(notPaid)
  await confirmPayment(services, order.order_no)
  await shipOrder(services, parcelOf(order.order_no))
  expect((await order.read()).status).toBe('shipped')
})

test('a payment after shipment sends a message without a packing promise', async () => {
  const order = await shop.order({ method: 'bank_transfer' })
  await shipOrder(services, { ...parcelOf(order.order_no), unpaid: true })
  await confirmPayment(services, order.order_no)
  const [mail] = (await shop.messages(order.order_id)).filter(({ kind }) => kind === 'order_paid')
  expect(mail?.text).toContain('has arrived.')
  expect(mail?.text).not.toContain('We pack')
})

test('a confirmed transfer sends one message; a gateway payment cannot be confirmed by hand', async () => {
  const order = await shop.order({ method: 'bank_transfer' })
  await confirmPayment(services, order.order_no)
  expect((await order.read()).payment_status).toBe('paid')
  await expect(confirmPayment(services, order.order_no)).rejects.toMatchObject({ code: 'ORDER_STATE' })
  expect((await shop.kinds(order.order_id)).filter((kind) => kind.startsWith('order_paid'))).toEqual([
    'order_paid mail',
    'order_paid sms',
  ])
})
