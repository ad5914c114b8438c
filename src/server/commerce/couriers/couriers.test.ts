import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withParcels } from '#harness/parcels.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { labelOf, startCourierStandIn, type Trouble } from '../../../../examples/courier-adapter/stand-in.ts'
import { bookOrdersJob } from '../../admin/order-batches.ts'
import { carryOutBooking, carryOutBookings } from './bookings/carry-out-booking.ts'
import { deleteOldLabels } from './bookings/delete-old-labels.ts'
import { trackParcels } from './bookings/take-scans.ts'
import { drawLabel } from './draw-label.ts'
import { checkHttpKeys, httpCourierClient } from './http-courier/client.ts'
import { mergePdfs, UnusablePdfError } from './merge-pdf.ts'

let trouble: Trouble = 'none'
const keys = { key: 'a-key-of-the-stand-in', secret: 'a-secret-of-the-stand-in' }
const standIn = await startCourierStandIn({
  ...keys,
  troubleOf: (path) => (path === 'ping' ? 'none' : trouble),
})
afterAll(() => standIn.close())
const http_courier = { url: standIn.url, key: keys.key, secrets: [keys.secret] }
const opened = await openShop({ seed: true, gateways: { http_courier } })
const shop = await withParcels(opened)
const { db, services } = shop
const { admin, cookies } = await signedInStaff(opened, 'fulfilment')
const { adminCouriers, adminOrders } = admin

beforeEach(() => {
  trouble = 'none'
})

const detail = async (id: number) => ok(await adminOrders.get({ id }))
const bookingOf = async (id: number) => (await detail(id)).bookings[0]
async function book(id: number, more: object = {}) {
  const { version } = await detail(id)
  return adminCouriers.book({ id, version, courier: 'http_courier', service: 'air', ...more })
}
const timePasses = (time = '1 hour') =>
  sql`update courier_bookings set asked_at = asked_at - ${time}::interval, created_at = created_at - ${time}::interval`.execute(
    db,
  )
const parcelsOf = (orderNo: string) =>
  standIn.seen.filter(({ path, body }) => path === 'book' && body.order_no === orderNo)

const labels = (query: string) =>
  opened.app.inject({
    url: `/api/admin/couriers/labels?${query}`,
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
    },
  })

async function send(event: { body: string; headers: Record<string, string> }) {
  const { statusCode } = await opened.app.inject({
    method: 'POST',
    url: '/api/couriers/webhook/http_courier',
    payload: event.body,
    headers: event.headers,
  })
  return statusCode
}

test('staff see the rates, book one, print its label, and ship with its waybill', async () => {
  const { order_id: id, order_no } = await shop.order()
  const { rates, problems } = ok(await adminCouriers.rates({ id }))
  expect(problems).toEqual([])
  expect(rates.map(({ courier, service, price }) => [courier, service, price?.amount])).toEqual([
    ['http_courier', 'surface', 4_900],
    ['demo_courier', 'surface', 4_900],
    ['http_courier', 'air', 9_900],
    ['demo_courier', 'air', 9_900],
  ])

  const booked = ok(await book(id))

  const { grand_total } = await detail(id)
  const [parcel] = [...standIn.parcels.values()].slice(-1)
  expect(booked).toMatchObject({
    status: 'booked',
    carrier: 'Stand-in Express',
    waybill: parcel?.waybill,
    price: { amount: 9_900 },
    has_label: true,
    has_left: false,
  })
  expect(parcel).toMatchObject({ direction: 'shipment', collect: grand_total.amount })
  expect(await book(id)).toMatchObject({
    code: 'ORDER_STATE',
    message: expect.stringContaining('booked already'),
  })
  const label = await labels(`ids=${booked.id}`)
  expect(label.headers['content-type']).toBe('application/pdf')
  expect((await mergePdfs([label.rawPayload])).pages).toBe(1)

  ok(await adminOrders.bulk({ action: 'ship', ids: [id], courier: 'Own van' }))
  const { shipments, bookings, log } = await detail(id)
  expect(shipments).toMatchObject([
    {
      courier: 'Stand-in Express',
      waybill: booked.waybill,
      tracking_url: `https://courier.example/${booked.waybill}`,
    },
  ])
  expect(bookings).toMatchObject([{ has_left: true }])
  expect(log.map(({ action }) => action)).toEqual(['order.ship', 'order.booked', 'order.book'])
  expect(await adminCouriers.cancel({ id: booked.id })).toMatchObject({ code: 'ORDER_STATE' })
  expect(parcelsOf(order_no)).toHaveLength(1)
})

test('a booking whose answer is lost is made once and found again', async () => {
  const { order_id: id, order_no } = await shop.order()
  trouble = 'lost'
  expect(ok(await book(id))).toMatchObject({
    status: 'pending',
    problem: expect.stringContaining('asks again'),
  })
  expect(await book(id)).toMatchObject({ code: 'ORDER_STATE' })
  trouble = 'none'
  await carryOutBookings(services)
  expect(await bookingOf(id)).toMatchObject({ status: 'pending' })

  await timePasses()
  await carryOutBookings(services)

  expect(await bookingOf(id)).toMatchObject({ status: 'booked', problem: '' })
  const keysOfBookings = parcelsOf(order_no).map(({ body }) => body.key)
  expect(keysOfBookings).toHaveLength(2)
  expect(new Set(keysOfBookings).size).toBe(1)
  expect([...standIn.parcels.keys()].filter((key) => key === keysOfBookings[0])).toHaveLength(1)
})

test('a process that ends between booking and saving leaves a booking that the next one completes', async () => {
  const { order_id: id, order_no } = await shop.order()
  const write = services.files.write
  services.files.write = async () => {
    throw new Error('the process is gone')
  }
  expect(await book(id)).toMatchObject({ code: 'SERVER' })
  services.files.write = write
  expect(await bookingOf(id)).toMatchObject({ status: 'pending' })

  await timePasses()
  await Promise.all([carryOutBookings(services), carryOutBookings(services)])

  const booking = await bookingOf(id)
  expect(booking).toMatchObject({ status: 'booked', has_label: true })
  expect(new Set(parcelsOf(order_no).map(({ body }) => body.key)).size).toBe(1)
})

test('a booking that two processes carry out at once is booked once and stays', async () => {
  const { order_id: id } = await shop.order()
  trouble = 'lost'
  const { id: booking } = ok(await book(id))
  trouble = 'none'
  await Promise.all([1, 2, 3].map(() => carryOutBooking(services, booking)))
  const { status, waybill } = ok(await adminCouriers.get({})).bookings.find((one) => one.id === booking) ?? {}
  expect(status).toBe('booked')
  expect([...standIn.parcels.values()].filter((one) => one.waybill === waybill)).toMatchObject([
    { is_cancelled: false },
  ])
})

test.each([
  ['down', 'The courier could not be reached'],
  ['broken', 'Out of order'],
  ['html', 'The courier’s answer cannot be used'],
  ['huge', 'The courier’s answer is too large'],
] as const)(
  'a courier that is %s leaves the booking waiting, and after a day it has failed',
  async (fault, problem) => {
    const { order_id: id } = await shop.order()
    trouble = fault
    expect(ok(await book(id))).toMatchObject({ status: 'pending', problem: expect.stringContaining(problem) })
    await timePasses('25 hours')
    await carryOutBookings(services)
    expect(await bookingOf(id)).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('Ask the courier'),
    })
    trouble = 'none'
    expect(ok(await book(id)).status).toBe('booked')
  },
)

test('a refusal and wrong keys fail a new booking at once, but wrong keys do not end one that may be booked', async () => {
  const { order_id: id } = await shop.order()
  trouble = 'refused'
  expect(ok(await book(id))).toMatchObject({ status: 'failed', problem: 'The postcode is not served' })
  trouble = 'lost'
  ok(await book(id))
  trouble = 'none'
  const former = services.config.companyKeys
  services.config.companyKeys = { http_courier: { ...http_courier, key: 'another-key-0123456789' } }
  await timePasses()
  await carryOutBookings(services)
  expect(await bookingOf(id)).toMatchObject({
    status: 'pending',
    problem: expect.stringContaining('keys are not accepted'),
  })
  services.config.companyKeys = former
  await timePasses()
  await carryOutBookings(services)
  expect(await bookingOf(id)).toMatchObject({ status: 'booked' })
})

test('of two members of staff who book an order at once one is refused', async () => {
  const { order_id: id, order_no } = await shop.order()
  const { version } = await detail(id)
  const replies = await Promise.all(
    [0, 1, 2].map(() => adminCouriers.book({ id, version, courier: 'http_courier' })),
  )
  expect(replies.filter(({ status }) => status === 'success')).toHaveLength(1)
  expect(parcelsOf(order_no)).toHaveLength(1)
})

test('a booking is cancelled at the courier: by staff, while it waits, and with its order', async () => {
  const first = await shop.order()
  const booked = ok(await book(first.order_id))
  expect(ok(await adminCouriers.cancel({ id: booked.id })).status).toBe('cancelled')
  expect([...standIn.parcels.values()].find(({ waybill }) => waybill === booked.waybill)?.is_cancelled).toBe(
    true,
  )

  trouble = 'lost'
  const waiting = ok(await book(first.order_id))
  trouble = 'down'
  expect(await adminCouriers.cancel({ id: waiting.id })).toMatchObject({ code: 'COURIER_UNAVAILABLE' })
  trouble = 'none'
  expect(ok(await adminCouriers.cancel({ id: waiting.id })).status).toBe('cancelled')
  await timePasses()
  await carryOutBookings(services)
  expect(await bookingOf(first.order_id)).toMatchObject({ status: 'cancelled' })

  const again = ok(await book(first.order_id))
  const { version } = await detail(first.order_id)
  ok(await adminOrders.cancel({ id: first.order_id, version, reason: 'other' }))
  await carryOutBookings(services)
  expect(await bookingOf(first.order_id)).toMatchObject({ id: again.id, status: 'cancelled' })
  expect(
    [...standIn.parcels.values()].filter(({ is_cancelled }) => !is_cancelled).map(({ waybill }) => waybill),
  ).not.toContain(again.waybill)
})

test('where a courier takes no cancellations and pick-ups, staff get a message to arrange them', async () => {
  const { order_id: id } = await shop.order()
  const booking = ok(await book(id))
  trouble = 'not offered'
  const pickup = { courier: 'http_courier', date: '2026-11-30', key: crypto.randomUUID() }
  expect(await adminCouriers.pickup(pickup)).toMatchObject({
    message: expect.stringContaining('offers no pick-up'),
  })
  expect(await adminCouriers.cancel({ id: booking.id })).toMatchObject({
    status: 'success',
    message: expect.stringContaining('please tell it'),
    data: { status: 'cancelled' },
  })
  trouble = 'none'
  expect(ok(await book(id)).status).toBe('booked')
})

test('orders of a batch that a process had begun when it ended are booked by the next one', async () => {
  const [first, second] = [await shop.order(), await shop.order()]
  trouble = 'lost'
  ok(await book(first.order_id))
  trouble = 'none'
  const ids = [first.order_id, second.order_id]
  await sql`insert into job_records (job, record, retry_at)
    select 'book-orders', id::text, now() + interval '2 minutes' from orders where id = any(${ids})`.execute(
    db,
  )
  const { id: batch } = ok(await adminOrders.bulk({ action: 'book', ids, courier: 'http_courier' }))
  await sql`update courier_bookings set created_at = now() where order_id = any(${ids})`.execute(db)
  const signal = new AbortController().signal
  const running = bookOrdersJob.run({ id: batch }, { ...services, signal } as never)
  expect(ok(await adminOrders.batch({ id: batch }))).toMatchObject({ is_finished: false })

  await sql`update job_records set retry_at = now() where job = 'book-orders'`.execute(db)
  await running

  expect(ok(await adminOrders.batch({ id: batch }))).toMatchObject({
    is_finished: true,
    results: [{ code: null }, { code: null }],
  })
  expect(new Set(parcelsOf(first.order_no).map(({ body }) => body.key)).size).toBe(1)
})

test('scans of a signed webhook ship and deliver a parcel, whatever their order, and repeated ones change nothing', async () => {
  const { order_id: id } = await shop.order()
  const { waybill } = ok(await book(id))
  const number = waybill ?? ''
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const picked = standIn.event(number, [{ status: 'picked_up', at: at(0), location: 'Pune' }])
  expect(await send(picked)).toBe(200)
  expect((await detail(id)).status).toBe('shipped')
  const out = { status: 'out_for_delivery', at: at(2) }
  expect(await send(standIn.event(number, [out, { status: 'in_transit', at: at(1) }]))).toBe(200)
  expect((await detail(id)).status).toBe('out_for_delivery')
  expect(await send(standIn.event(number, [{ status: 'in_transit', at: at(1.5) }]))).toBe(200)
  expect(await send(picked)).toBe(200)
  expect(await send(standIn.event(number, [{ status: 'delivered', at: at(3) }]))).toBe(200)
  expect(await send(standIn.event(number, [{ status: 'attempted', at: at(4) }]))).toBe(200)

  const { status, shipments } = await detail(id)
  expect(status).toBe('delivered')
  expect(shipments[0]?.scans.map((scan) => scan.status)).toEqual([
    'delivered',
    'out_for_delivery',
    'in_transit',
    'in_transit',
    'picked_up',
    'shipped',
  ])
  expect(shipments[0]?.courier).toBe('Stand-in Express')
})

test('a courier reports that a parcel came back: another is booked, or the same number leaves once more', async () => {
  const { order_id: id } = await shop.order()
  const number = ok(await book(id)).waybill ?? ''
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const back = standIn.event(number, [
    { status: 'attempted', at: at(-3) },
    { status: 'came_back', at: at(1), location: 'Pune' },
    { status: 'in_transit', at: at(2) },
  ])
  expect(await send(back)).toBe(200)
  expect(await send(standIn.event(number, [{ status: 'delivered', at: at(3) }]))).toBe(200)
  const { status, grand_total, shipments } = await detail(id)
  expect({ status, shipments }).toMatchObject({ status: 'packed', shipments: [{ status: 'came_back' }] })

  const other = ok(await book(id))
  expect(other.waybill).not.toBe(number)
  expect([...standIn.parcels.values()].at(-1)).toMatchObject({ collect: grand_total.amount })
  ok(await adminCouriers.cancel({ id: other.id }))
  const { version } = await detail(id)
  ok(await adminOrders.ship({ id, version, courier: 'Stand-in Express', waybill: number }))
  await sql`update shipment_scans set at = at + interval '4 minutes' where status = 'shipped'`.execute(db)
  // The courier sends all scans of its number again.
  expect(await send(back)).toBe(200)
  expect(await send(standIn.event(number, [{ status: 'delivered', at: at(5) }]))).toBe(200)
  expect(await detail(id)).toMatchObject({
    status: 'delivered',
    shipments: [{ status: 'came_back' }, { waybill: number, status: 'delivered' }],
  })
})

test('a forged, replayed, unreadable or foreign webhook changes nothing', async () => {
  const { order_id: id } = await shop.order()
  const number = ok(await book(id)).waybill ?? ''
  const scans = [{ status: 'delivered', at: new Date().toISOString() }]
  const event = standIn.event(number, scans)
  const forged = event.headers['x-courier-signature'].replace(/.$/, (sign) => (sign === '0' ? '1' : '0'))
  expect(await send({ ...event, headers: { ...event.headers, 'x-courier-signature': forged } })).toBe(400)
  expect(await send({ ...event, body: event.body.replace('delivered', 'attempted') })).toBe(400)
  expect(await send(standIn.event(number, scans, Math.floor(Date.now() / 1_000) - 3_600))).toBe(400)
  expect(await send(standIn.event(number, [{ status: 'eaten', at: new Date().toISOString() }]))).toBe(400)
  expect(await send(standIn.event(number, [{ status: 'delivered', at: '2999-01-01T00:00:00Z' }]))).toBe(400)
  const other = await shop.order()
  const { version } = await detail(other.order_id)
  ok(await adminOrders.ship({ id: other.order_id, version, courier: 'Van', waybill: 'VAN-000001' }))
  expect(await send(standIn.event('VAN-000001', scans))).toBe(200)
  expect((await detail(other.order_id)).status).toBe('shipped')
  expect((await detail(id)).status).toBe('placed')
})

test('parcels are tracked where no webhook comes', async () => {
  const { order_id: id } = await shop.order()
  const { waybill } = ok(await book(id))
  const parcel = [...standIn.parcels.values()].find((one) => one.waybill === waybill)
  parcel?.scans.push({ status: 'picked_up', at: new Date().toISOString() })
  await trackParcels(services)
  expect((await detail(id)).status).toBe('placed')
  await timePasses()
  await trackParcels(services)
  expect((await detail(id)).status).toBe('shipped')
})

test('sixty orders are booked as one job whose failures are named, with one file of labels', async () => {
  const orders = []
  for (let made = 0; made < 60; made++) orders.push(await shop.order())
  const ids = orders.map(({ order_id }) => order_id)
  await sql`update orders set status = 'cancelled' where id = ${ids[7] ?? 0}`.execute(db)
  const batch = ok(
    await adminOrders.bulk({ action: 'book', ids, courier: 'http_courier', service: 'surface' }),
  )
  await expect
    .poll(async () => ok(await adminOrders.batch({ id: batch.id }))?.is_finished, { timeout: 20_000 })
    .toBe(true)
  const { results = [] } = ok(await adminOrders.batch({ id: batch.id })) ?? {}
  expect(results.filter(({ code }) => code !== null)).toMatchObject([
    { id: ids[7], code: 'ORDER_STATE', message: expect.stringContaining('No parcel can be booked') },
  ])
  const label = await labels(`by=order&ids=${ids.join(',')}`)
  expect(label.statusCode).toBe(200)
  expect(label.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(59)

  const pickup = { courier: 'http_courier', date: '2026-11-30', key: crypto.randomUUID() }
  expect(ok(await adminCouriers.pickup(pickup)).count).toBeGreaterThanOrEqual(59)
  expect(ok(await adminCouriers.pickup(pickup)).count).toBe(0)
})

test('the test of the keys under Services says whether the adapter accepts them', async () => {
  const { adminServices } = (await signedInStaff(opened, 'owner')).admin
  expect(ok(await adminServices.test({ id: 'http_courier' })).tested).toMatchObject({ problem: null })
  expect(await checkHttpKeys({ ...http_courier, key: 'another-key-0123456789' })).toBe('refused')
  expect(await checkHttpKeys({ ...http_courier, secrets: ['another-secret-0123456'] })).toBe('refused')
  await expect(checkHttpKeys({ ...http_courier, url: 'http://127.0.0.1:1' })).rejects.toThrow(
    'could not be reached',
  )
})

test('a channel leaves couriers out, and a delivery method names the one that bulk bookings use', async () => {
  const { adminChannels, adminShippingMethods } = (await signedInStaff(opened, 'owner')).admin
  const { order_id: id } = await shop.order()
  async function leaveOut(couriers_off: string[]) {
    const { version, values } = ok(await adminChannels.get({ id: 1 }))
    ok(await adminChannels.update({ id: 1, version, values: { ...values, couriers_off } }))
  }
  await leaveOut(['http_courier'])
  expect(await book(id)).toMatchObject({ code: 'COURIER_UNAVAILABLE' })
  expect(ok(await adminCouriers.rates({ id })).rates.map(({ courier }) => courier)).not.toContain(
    'http_courier',
  )
  await leaveOut([])

  const { results } = ok(await adminOrders.bulk({ action: 'book', ids: [id] }))
  expect(results).toMatchObject([{ message: 'The delivery method of this order names no courier' }])
  const { shipping_method } = await db
    .selectFrom('orders')
    .select('shipping_method')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const method = ok(await adminShippingMethods.list({})).data.find(({ code }) => code === shipping_method)
  const { version, values } = ok(await adminShippingMethods.get({ id: method?.id ?? 0 }))
  ok(
    await adminShippingMethods.update({
      id: method?.id ?? 0,
      version,
      values: { ...values, courier: 'http_courier', courier_service: 'air' },
    }),
  )
  expect(ok(await adminCouriers.rates({ id })).rates.find(({ is_default }) => is_default)).toMatchObject({
    courier: 'http_courier',
    service: 'air',
  })
  ok(await adminOrders.bulk({ action: 'book', ids: [id] }))
  expect(await bookingOf(id)).toMatchObject({ status: 'booked', price: { amount: 9_900 } })
})

test('a return label is booked for an approved return, mailed, and downloaded by the shopper until the items are here', async () => {
  const order = await shop.order()
  const { order_id: id, order_no, token, guest, items } = order
  const { version } = await detail(id)
  const shipped = ok(await adminOrders.ship({ id, version, courier: 'Van', waybill: `VAN-${order_no}` }))
  ok(await adminOrders.deliver({ id, version: shipped.version, waybill: `VAN-${order_no}` }))
  await sql`update orders set payment_status = 'paid' where id = ${id}`.execute(db)
  const ref = { order_no, token }
  const { refund_no } = ok(
    await guest.api.orders.refundRequest({
      ...ref,
      items: [{ item_id: items[0]?.id ?? 0, quantity: 1, reason: 'damaged' }],
    }),
  )
  expect(await book(id, { refund_no })).toMatchObject({ code: 'ORDER_STATE' })
  ok(await adminOrders.refund({ id, version: (await detail(id)).version, refund_no, step: 'approve' }))
  expect(await guest.api.orders.returnLabel({ ...ref, refund_no })).toMatchObject({ code: 'NO_RETURN_LABEL' })

  expect(ok(await book(id, { refund_no }))).toMatchObject({ status: 'booked', refund_no })

  expect([...standIn.parcels.values()].at(-1)).toMatchObject({ direction: 'return', collect: 0 })
  expect(await shop.kinds(id)).toContain(`return_label:${refund_no} mail`)
  expect((await order.read()).refunds).toMatchObject([{ has_return_label: true }])
  const { url } = ok(await guest.api.orders.returnLabel({ ...ref, refund_no }))
  expect(await guest.request({ url })).toMatchObject({ status: 200, body: expect.stringContaining('%PDF-') })
  expect(await guest.api.orders.returnLabel({ ...ref, refund_no: 'RF-0' })).toMatchObject({
    code: 'NO_RETURN_LABEL',
  })
  expect(await book(id, { refund_no })).toMatchObject({ code: 'ORDER_STATE' })

  ok(await adminOrders.refund({ id, version: (await detail(id)).version, refund_no, step: 'returned' }))
  expect((await order.read()).refunds).toMatchObject([{ has_return_label: false }])
})

test('labels are deleted 30 days after the booking', async () => {
  const { order_id: id } = await shop.order()
  const booking = ok(await book(id))
  await sql`update courier_bookings set booked_at = now() - interval '31 days' where id = ${booking.id}`.execute(
    db,
  )
  await deleteOldLabels(services)
  expect(await bookingOf(id)).toMatchObject({ status: 'booked', has_label: false })
  expect((await labels(`ids=${booking.id}`)).statusCode).toBe(404)
})

test('the client of an adapter ends a slow request in time', async () => {
  const slow = await startCourierStandIn({ ...keys, troubleOf: () => 'slow', slowMs: 60_000 })
  const client = httpCourierClient({ ...http_courier, url: slow.url })
  const rates = client.rates?.({ items: [] } as never)
  await expect(rates).rejects.toMatchObject({
    kind: 'unknown',
    message: 'The courier did not answer in time',
  })
  slow.close()
}, 15_000)

test('labels of several writers become one file, and a damaged one is refused', async () => {
  const party = {
    name: 'Asha',
    phone: '',
    email: '',
    address: '1 Road',
    city: 'Pune',
    state: '',
    postcode: '411001',
    country: 'IN',
  }
  const drawn = await drawLabel({
    order_no: 'SF-1',
    from: party,
    to: party,
    waybill: 'TEST-1',
    carrier: 'Test',
  })
  const { bytes, pages } = await mergePdfs([drawn, labelOf('first'), labelOf('second')])
  expect(pages).toBe(3)
  expect((await mergePdfs([bytes, bytes])).pages).toBe(6)
  for (const bad of [
    'no PDF',
    '%PDF-1.4\nstartxref\n5\n%%EOF\n',
    drawn.toString('latin1').slice(0, 400),
    `%PDF-1.4\n1 0 obj\n${'['.repeat(10_000)}\nendobj\nxref\n0 0\ntrailer\n<</Root 1 0 R>>\nstartxref\n${10_024}\n%%EOF`,
    labelOf('x').toString('latin1').replace('/Kids [3 0 R]', '/Kids [2 0 R]'),
  ])
    await expect(mergePdfs([Buffer.from(bad, 'latin1')]), bad.slice(0, 60)).rejects.toThrow(UnusablePdfError)
})
