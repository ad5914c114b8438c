import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withParcels } from '#harness/parcels.ts'
import { runDemoCourier } from './demo-courier.ts'

const shop = await withParcels(await openShop({ seed: true }))
const { services, db } = shop

const timePasses = async () => {
  await sql`update order_events set at = at - interval '10 minutes'`.execute(db)
  await sql`update shipment_scans set at = at - interval '10 minutes'`.execute(db)
}

test('the demo courier moves an order in eight steps, each when it is due', async () => {
  const order = await shop.order()
  await runDemoCourier(services, 5)
  expect((await order.read()).status).toBe('placed')

  const seen = []
  for (let step = 0; step < 8; step++) {
    await timePasses()
    await runDemoCourier(services, 5)
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
  const log = await db
    .selectFrom('audit_log')
    .select(['actor', 'action'])
    .where('record_id', '=', order.order_no)
    .orderBy('id')
    .execute()
  expect(log.map(({ action }) => action)).toEqual([
    'order.pack',
    'order.ship',
    ...Array(5).fill('order.scan'),
  ])
  expect(new Set(log.map(({ actor }) => actor))).toEqual(new Set(['Demo courier']))
})

test('the demo courier skips unpaid orders and the seeded orders', async () => {
  const unpaid = await shop.order({ method: 'bank_transfer' })
  const own = await shop.order()
  await db.updateTable('orders').set({ cart_id: null }).where('id', '=', own.order_id).execute()
  await timePasses()
  await runDemoCourier(services, 5)
  expect((await unpaid.read()).status).toBe('placed')
  expect((await own.read()).status).toBe('placed')
})
