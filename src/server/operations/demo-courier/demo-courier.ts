import type { ScanStatus } from '#contract/rules/shipment-status.ts'
import { hasWaitingChange } from '#server/commerce/orders/model/order-change.ts'
import type { ShippingServices } from '#server/commerce/orders/model/shipping-services.ts'
import { addScan } from '#server/commerce/orders/shipping/add-scan.ts'
import { packOrder } from '#server/commerce/orders/shipping/pack-order.ts'
import { shipOrder } from '#server/commerce/orders/shipping/ship-order.ts'
import { writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Config } from '#server/platform/config/config.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { defineJob, type JobServices } from '#server/platform/jobs/job.ts'
import { isDemoCourierOn } from '#server/shop/settings/demo-courier-switch.ts'

export const DEMO_COURIER = 'Test Courier'

const ORDERS = 'demo-courier-orders'
const PARCELS = 'demo-courier-parcels'

type Services = ShippingServices & JobServices
type Stop = { status: ScanStatus; location: 'origin' | 'hub' | 'destination'; remark: string }

/** Scans of a shipment after it was handed over, one per step. */
const stops: readonly Stop[] = [
  { status: 'picked_up', location: 'origin', remark: 'A test: nothing moves' },
  { status: 'in_transit', location: 'hub', remark: 'Left the sorting centre' },
  { status: 'in_transit', location: 'destination', remark: 'Arrived in town' },
  { status: 'out_for_delivery', location: 'destination', remark: 'On its way to you' },
  { status: 'delivered', location: 'destination', remark: 'Handed over' },
]

/**
 * Moves the orders of demo visitors one step every `minutes`: packed, shipped, scan by scan, delivered. Its
 * shipments are marked; seeded orders and shipments of other couriers are left alone. Only in demo mode, and
 * until staff switch it off. No error here is fatal.
 */
export async function runDemoCourier(
  services: Services & { signal?: AbortSignal },
  minutes: number,
): Promise<void> {
  if (!(await isDemoCourierOn(services.db))) return
  await workThrough(services, {
    job: ORDERS,
    claim: claimOrders,
    values: [minutes],
    work: ({ order_no, status }) =>
      logged(services, { order_no, action: status === 'placed' ? 'pack' : 'ship' }, (within) =>
        status === 'placed'
          ? packOrder(within, order_no)
          : shipOrder(within, { order_no, courier: DEMO_COURIER, waybill: `TEST-${order_no}`, isTest: true }),
      ),
  })
  await workThrough(services, {
    job: PARCELS,
    claim: claimParcels,
    values: [minutes],
    async work({ order_no, waybill, seen, town }) {
      const stop = stops[seen - 1]
      if (!stop) return
      const { status, remark } = stop
      const location = stop.location === 'origin' ? 'Pune' : stop.location === 'hub' ? 'Nagpur' : town
      const scan = { waybill, status, location, remark }
      await logged(services, { order_no, action: 'scan' }, (within) => addScan(within, scan))
    },
  })
}

/** Runs a step together with its entry in the audit log, as a step of staff has one. */
const logged = (
  services: Services,
  { order_no, action }: { order_no: string; action: 'pack' | 'ship' | 'scan' },
  work: (within: Services) => Promise<unknown>,
) =>
  inTransaction(services.db, async (tx) => {
    await work({ ...services, db: tx })
    await writeAudit(tx, demoCourier, {
      action: `order.${action}`,
      record: { type: 'order', id: order_no },
      after: { by: 'the demo courier, which moves orders of the demo by itself' },
    })
  })

const demoCourier = { staffId: null, name: 'Demo courier', ip: '' }

export const runDemoCourierJob = defineJob<Services & { config: Config }>({
  name: 'run-demo-courier',
  schedule: { every: 60 },
  isEnabled: ({ config }) => config.mode === 'demo' && (config.testCourierMinutes ?? 0) > 0,
  run: (_, context) => runDemoCourier(context, context.config.testCourierMinutes ?? 0),
})

/** Orders that need no payment first; seeded orders have no cart. */
const claimOrders = claimStatement<{ id: number; order_no: string; status: 'placed' | 'packed' }>(
  ORDERS,
  `select o.id, o.order_no, o.status from orders o
  where o.status in ('placed', 'packed') and o.cart_id is not null
    and (o.payment_status = 'paid' or o.payment_method = 'cod')
    and (select max(e.at) from order_events e where e.order_id = o.id) <= now() - make_interval(mins => $2::integer)
    and not ${hasWaitingChange}
    and not exists (select from shipments s where s.order_id = o.id) and ${isClaimable(ORDERS, 'o.id')}
  order by o.id limit $1::integer for update of o skip locked`,
)

const claimParcels = claimStatement<{
  id: number
  order_no: string
  waybill: string
  seen: number
  town: string
}>(
  PARCELS,
  `select s.id, o.order_no, s.waybill, (select count(*)::integer from shipment_scans n where n.shipment_id = s.id) as seen,
    coalesce(o.shipping_address ->> 'city', '') as town
  from shipments s join orders o on o.id = s.order_id
  where s.is_test and s.status <> 'delivered' and ${isClaimable(PARCELS, 's.id')}
    and (select max(n.at) from shipment_scans n where n.shipment_id = s.id) <= now() - make_interval(mins => $2::integer)
  order by s.id limit $1::integer for update of s skip locked`,
)
