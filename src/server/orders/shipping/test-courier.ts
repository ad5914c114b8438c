import type { Logger } from 'pino'
import type { ScanStatus } from '#contract/rules/shipment-status.ts'
import { prepared } from '#server/db/prepared.ts'
import { addScan } from './add-scan.ts'
import { packOrder } from './pack-order.ts'
import { shipOrder } from './ship-order.ts'
import type { ShippingServices } from './shipping-services.ts'

export const TEST_COURIER = 'Test Courier'

type Services = ShippingServices & { log: Pick<Logger, 'warn'> }
type Stop = { status: ScanStatus; location: 'origin' | 'hub' | 'destination'; remark: string }

/** What happens to a parcel after it was handed over, one stop a step. */
const stops: readonly Stop[] = [
  { status: 'picked_up', location: 'origin', remark: 'A test: nothing moves' },
  { status: 'in_transit', location: 'hub', remark: 'Left the sorting centre' },
  { status: 'in_transit', location: 'destination', remark: 'Arrived in town' },
  { status: 'out_for_delivery', location: 'destination', remark: 'On its way to you' },
  { status: 'delivered', location: 'destination', remark: 'Handed over' },
]

/**
 * Moves the orders that visitors of the demo place, a step after every `minutes`: packed, with the courier, stop by stop, delivered.
 * Its parcels are marked, and those of anybody else it leaves alone; so it does the orders that the demo shop began with. Only in
 * demo mode. Nothing here is fatal.
 */
export async function runTestCourier(services: Services, minutes: number) {
  for (const { order_no, status } of await waitingOrders.all(services.db, minutes))
    await careful(services, order_no, () =>
      status === 'placed'
        ? packOrder(services, order_no)
        : shipOrder(services, { order_no, courier: TEST_COURIER, waybill: `TEST-${order_no}`, isTest: true }),
    )
  for (const { waybill, seen, town } of await waitingParcels.all(services.db, minutes)) {
    const stop = stops[seen - 1]
    if (!stop) continue
    const { status, remark } = stop
    const location = stop.location === 'origin' ? 'Pune' : stop.location === 'hub' ? 'Nagpur' : town
    await careful(services, waybill, () => addScan(services, { waybill, status, location, remark }))
  }
}

/** One that cannot be moved must not keep the others where they are. Somebody else may just have moved it. */
const careful = ({ log }: Services, name: string, move: () => Promise<unknown>) =>
  move().catch((error: unknown) => log.warn({ err: error, name }, 'the test courier left it where it was'))

/** Those that nobody has to pay first; the demo shop's own orders have no cart. */
const waitingOrders = prepared<{ order_no: string; status: 'placed' | 'packed' }>(
  'orders for the test courier',
  `select o.order_no, o.status from orders o
  where o.status in ('placed', 'packed') and o.cart_id is not null
    and (o.payment_status = 'paid' or o.payment_method = 'cod')
    and (select max(e.at) from order_events e where e.order_id = o.id) <= now() - make_interval(mins => $1::integer)
    and not exists (select from shipments s where s.order_id = o.id)
  order by o.id limit 50`,
)

const waitingParcels = prepared<{ waybill: string; seen: number; town: string }>(
  'parcels of the test courier',
  `select s.waybill, count(n.id)::integer as seen, coalesce(o.shipping_address ->> 'city', '') as town
  from shipments s join orders o on o.id = s.order_id join shipment_scans n on n.shipment_id = s.id
  where s.is_test and s.status <> 'delivered'
  group by s.id, o.id having max(n.at) <= now() - make_interval(mins => $1::integer)
  order by s.id limit 50`,
)
