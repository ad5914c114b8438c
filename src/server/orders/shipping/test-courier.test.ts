import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runTestCourier } from './test-courier.ts'
import { openOrderShop } from './test-orders.ts'

const shop = await openOrderShop()
const { services, db } = shop

const timePasses = async () => {
  await sql`update order_events set at = at - interval '10 minutes'`.execute(db)
  await sql`update shipment_scans set at = at - interval '10 minutes'`.execute(db)
}

test('the test courier brings an order in eight steps, each when its time has come', async () => {
  const order = await shop.order()
  await runTestCourier(services, 5)
  expect((await order.read()).status).toBe('placed')

  const seen = []
  for (let step = 0; step < 8; step++) {
    await timePasses()
    await runTestCourier(services, 5)
    const { status, shipments } = await order.read()
    seen.push(`${status} ${shipments[0]?.scans[0]?.label ?? '-'}`)
  }
  expect(seen).toEqual([
    'packed -',
    'shipped Shipped',
    'shipped Picked up by the courier',
    'shipped In transit',
    'shipped In transit',
    'out_for_delivery Out for delivery',
    'delivered Delivered',
    'delivered Delivered',
  ])
  expect((await order.read()).shipments[0]).toMatchObject({
    courier: 'Test Courier',
    waybill: `TEST-${order.order_no}`,
  })
})

test('what waits for its payment stays, and so does what the demo shop began with', async () => {
  const unpaid = await shop.order({ method: 'bank_transfer' })
  const own = await shop.order()
  await db.updateTable('orders').set({ cart_id: null }).where('id', '=', own.order_id).execute()
  await timePasses()
  await runTestCourier(services, 5)
  expect((await unpaid.read()).status).toBe('placed')
  expect((await own.read()).status).toBe('placed')
})
