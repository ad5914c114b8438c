import {
  type BookingServices,
  carryOutBooking,
} from '#server/commerce/couriers/bookings/carry-out-booking.ts'
import { openBooking } from '#server/commerce/couriers/bookings/open-booking.ts'
import { DEMO_COURIER } from '#server/commerce/couriers/demo-courier.ts'
import { hasWaitingChange } from '#server/commerce/orders/model/order-change.ts'
import { packOrder } from '#server/commerce/orders/shipping/pack-order.ts'
import { writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Config } from '#server/platform/config/config.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { defineJob, type JobServices } from '#server/platform/jobs/job.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { isDemoCourierOn } from '#server/shop/settings/demo-courier-switch.ts'

const JOB = 'demo-courier-orders'

type Services = BookingServices & JobServices

/**
 * Packs the orders of demo visitors and books a parcel of each at the demo courier, a step every `minutes`; the courier's scans do the
 * rest. Seeded orders are left alone. Only in demo mode, and until staff switch it off. No error here is fatal.
 */
export async function sendDemoOrders(
  services: Services & { signal?: AbortSignal },
  minutes: number,
): Promise<void> {
  if (!(await isDemoCourierOn(services.db))) return
  await workThrough(services, {
    job: JOB,
    claim: claimOrders,
    values: [minutes],
    async work({ order_no, status }) {
      if (status === 'placed')
        return logged(services.db, order_no, 'pack', (tx) => packOrder({ ...services, db: tx }, order_no))
      const id = await logged(services.db, order_no, 'book', (tx) =>
        openBooking(
          tx,
          { config: services.config, actor: demoStaff },
          { order_no, courier: DEMO_COURIER.code, service: 'surface' },
        ),
      )
      await carryOutBooking(services, id)
    },
  })
}

/** Runs a step together with its entry in the audit log, as a step of staff has one. */
const logged = <Result>(
  db: Db,
  order_no: string,
  action: 'pack' | 'book',
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  inTransaction(db, async (tx) => {
    const result = await work(tx)
    await writeAudit(tx, demoStaff, {
      action: `order.${action}`,
      record: { type: 'order', id: order_no },
      after: { by: 'the demo courier, which moves orders of the demo by itself' },
    })
    return result
  })

const demoStaff = { staffId: null, name: 'Demo courier', ip: '' }

export const sendDemoOrdersJob = defineJob<Services & { config: Config }>({
  name: 'run-demo-courier',
  schedule: { every: 60 },
  isEnabled: ({ config }) => config.mode === 'demo' && (config.testCourierMinutes ?? 0) > 0,
  run: (_, context) => sendDemoOrders(context, context.config.testCourierMinutes ?? 0),
})

/** Orders that need no payment first; seeded orders have no cart. */
const claimOrders = claimStatement<{ id: number; order_no: string; status: 'placed' | 'packed' }>(
  JOB,
  `select o.id, o.order_no, o.status from orders o
  where o.status in ('placed', 'packed') and o.cart_id is not null
    and (o.payment_status = 'paid' or o.payment_method = 'cod')
    and (select max(e.at) from order_events e where e.order_id = o.id) <= now() - make_interval(mins => $2::integer)
    and not ${hasWaitingChange}
    and not exists (select from order_pickups k where k.order_id = o.id)
    and not exists (select from shipments s where s.order_id = o.id)
    and not exists (select from courier_bookings b where b.order_id = o.id) and ${isClaimable(JOB, 'o.id')}
  order by o.id limit $1::integer for update of o skip locked`,
)
