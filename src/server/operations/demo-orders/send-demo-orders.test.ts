import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withParcels } from '#harness/parcels.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { trackParcels } from '#server/commerce/couriers/bookings/take-scans.ts'
import { sendDemoOrders } from './send-demo-orders.ts'

const opened = await openShop({ seed: true })
const shop = await withParcels(opened)
const { services, db } = shop

const timePasses = async () => {
  await sql`update order_events set at = at - interval '10 minutes'`.execute(db)
  await sql`update shipment_scans set at = at - interval '5 minutes'`.execute(db)
  await sql`update shipments set shipped_at = shipped_at - interval '5 minutes'`.execute(db)
  await sql`update courier_bookings set booked_at = booked_at - interval '5 minutes', asked_at = asked_at - interval '5 minutes'`.execute(
    db,
  )
}

/** What the jobs do, every minute. */
async function step() {
  await sendDemoOrders(services, 5)
  await trackParcels(services)
}

test('the demo courier moves an order in eight steps, each when it is due', async () => {
  const order = await shop.order()
  await step()
  expect((await order.read()).status).toBe('placed')

  const seen = []
  for (let steps = 0; steps < 8; steps++) {
    await timePasses()
    await step()
    const { status, shipments } = await order.read()
    seen.push(`${status} ${shipments[0]?.scans[0]?.label ?? '-'}`)
  }
  expect(seen).toEqual([
    'packed -',
    'packed -',
    'shipped Picked up by the courier',
    'shipped In transit',
    'shipped In transit',
    'out_for_delivery Out for delivery',
    'delivered Delivered',
    'delivered Delivered',
  ])
  expect((await order.read()).shipments[0]).toMatchObject({
    courier: 'Test Courier',
    waybill: expect.stringMatching(/^TEST-[0-9A-F]{12}$/),
  })
  const log = await db
    .selectFrom('audit_log')
    .select(['actor', 'action'])
    .where('record_id', '=', order.order_no)
    .orderBy('id')
    .execute()
  expect(log.map(({ action }) => action)).toEqual([
    'order.pack',
    'order.book',
    'order.booked',
    'order.ship',
    ...Array(5).fill('order.scan'),
  ])
  expect(new Set(log.map(({ actor }) => actor))).toEqual(new Set(['Demo courier', 'Test Courier']))
})

test('the demo courier moves nothing while staff who ship have switched it off', async () => {
  const { config } = services
  const [mode, minutes] = [config.mode, config.testCourierMinutes]
  const { admin } = await signedInStaff(opened, 'fulfilment')
  const viewer = await signedInStaff(opened, 'viewer')
  expect(await admin.adminOrders.demoCourier({ is_on: false })).toMatchObject({ code: 'NOT_FOUND' })
  Object.assign(config, { mode: 'demo', testCourierMinutes: 5 })
  expect(await viewer.admin.adminOrders.demoCourier({ is_on: false })).toMatchObject({ code: 'FORBIDDEN' })
  const order = await shop.order()
  await timePasses()

  ok(await admin.adminOrders.demoCourier({ is_on: false }))
  await step()
  expect((await order.read()).status).toBe('placed')
  expect(ok(await viewer.admin.adminSession.get()).shop.is_demo_courier_on).toBe(false)

  ok(await admin.adminOrders.demoCourier({ is_on: true }))
  await step()
  expect((await order.read()).status).toBe('packed')
  Object.assign(config, { mode, testCourierMinutes: minutes })
})

test('the demo courier skips unpaid orders and the seeded orders', async () => {
  const unpaid = await shop.order({ method: 'bank_transfer' })
  const own = await shop.order()
  await db.updateTable('orders').set({ cart_id: null }).where('id', '=', own.order_id).execute()
  await timePasses()
  await step()
  expect((await unpaid.read()).status).toBe('placed')
  expect((await own.read()).status).toBe('placed')
})
