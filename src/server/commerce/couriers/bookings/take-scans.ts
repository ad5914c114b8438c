import { isParcelEnd, type ScanStatus, type ShipmentStatus } from '#contract/rules/shipment-status.ts'
import { availableCouriers, findCourier } from '#server/commerce/couriers/couriers.ts'
import { CourierError, type CourierScan } from '#server/commerce/couriers/model/courier-descriptor.ts'
import { isUnderWay } from '#server/commerce/orders/model/to-shipments.ts'
import { addScan } from '#server/commerce/orders/shipping/add-scan.ts'
import { holdOrder } from '#server/commerce/orders/shipping/order-moves.ts'
import { writeAudit } from '#server/platform/audit/audit-log.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { defineJob, type JobServices } from '#server/platform/jobs/job.ts'
import { ShopError } from '#server/platform/kernel/errors.ts'
import { isDemoCourierOn } from '#server/shop/settings/demo-courier-switch.ts'
import { type BookingServices, shipBooked } from './carry-out-booking.ts'
import type { ParcelItem } from './read-parcel.ts'

const JOB = 'track-courier-parcels'

type Reported = { courier: string; waybill: string; scans: readonly CourierScan[] }

/**
 * Adds what a courier says of a parcel that was booked there. A scan is known by its status and time: a repeated message changes
 * nothing, and a late one is kept without moving the parcel back. The first scan ships a parcel that staff have not shipped. Scans after
 * the delivery, and after it came back, are left out.
 * @returns how many were new; undefined for a parcel that was not booked there, and for an order that may not leave.
 */
export async function takeScans(
  services: Pick<BookingServices, 'db' | 'config' | 'plugins' | 'log'>,
  { courier, waybill, scans }: Reported,
): Promise<number | undefined> {
  const named = await bookedParcel.first(services.db, courier, waybill)
  if (!named) return undefined
  const inOrder = [...scans].sort((a, b) => a.at.getTime() - b.at.getTime())
  const [first] = inOrder
  if (!first) return 0
  try {
    return await inTransaction(services.db, async (tx) => {
      const within = { ...services, db: tx }
      await holdOrder(tx, named.order_no)
      const parcel = await bookedParcel.first(tx, courier, waybill)
      if (!parcel) return undefined
      const audit = (action: string, after: Record<string, string>) =>
        writeAudit(
          tx,
          { staffId: null, name: parcel.carrier, ip: '' },
          { action, record: { type: 'order', id: parcel.order_no }, after: { ...after, waybill } },
        )
      if (parcel.status === null) {
        const at = new Date(Math.min(Date.now(), Math.max(first.at.getTime(), parcel.booked_at.getTime())))
        await shipBooked(within, parcel.order_no, { ...parcel, waybill, courier, at })
        await audit('order.ship', {})
      }
      const known = await scansOf.all(tx, waybill)
      const added = inOrder.filter(
        ({ status, at }) => !known.some((one) => one.status === status && one.at.getTime() === at.getTime()),
      )
      let hasEnded = parcel.status !== null && isParcelEnd(parcel.status)
      let count = 0
      for (const { status, at, location, remark } of added) {
        if (hasEnded) break
        hasEnded = isParcelEnd(await addScan(within, { waybill, status, at, location, remark }))
        await audit('order.scan', { status })
        if (hasEnded) await noteArrived.all(tx, waybill)
        count++
      }
      return count
    })
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    services.log.warn({ courier, waybill, code: error.code }, 'scans of a courier do not fit their order')
    return undefined
  }
}

/** Asks the couriers that can be asked about the parcels that are under way. */
export const trackParcelsJob = defineJob<BookingServices & JobServices>({
  name: JOB,
  schedule: { every: 60 },
  run: (_, services) => trackParcels(services),
})

export async function trackParcels(services: BookingServices & { signal?: AbortSignal }): Promise<void> {
  const { db, config, log } = services
  for (const { descriptor } of availableCouriers(config)) {
    const courier = findCourier(services, descriptor.code)
    if (!courier?.track || courier.trackMinutes === 0) continue
    if (descriptor.isTest && !(await isDemoCourierOn(db))) continue
    const track = courier.track.bind(courier)
    await workThrough(services, {
      job: JOB,
      claim: claimDue,
      values: [courier.code, courier.trackMinutes],
      atOnce: 4,
      async work({ id, waybill, since }) {
        await noteTracked.all(db, id)
        try {
          await takeScans(services, {
            courier: courier.code,
            waybill,
            scans: await track({ waybill, since }),
          })
        } catch (error) {
          if (!(error instanceof CourierError)) throw error
          if (error.kind !== 'not_offered')
            log.warn(
              { courier: courier.code, waybill, cause: error.message },
              'a parcel could not be tracked',
            )
        }
      },
    })
  }
}

type Booked = {
  order_no: string
  carrier: string
  items: ParcelItem[]
  booked_at: Date
  /** Of its shipment; null: it is not shipped. */
  status: ShipmentStatus | null
}

const bookedParcel = prepared<Booked>(
  'booked parcel of courier',
  `select o.order_no, b.carrier, b.items, coalesce(b.booked_at, b.created_at) as booked_at, s.status
  from courier_bookings b join orders o on o.id = b.order_id left join shipments s on s.waybill = b.waybill
  where b.courier = $1::text and b.waybill = $2::text and b.status = 'booked' and b.refund_id is null`,
)

const scansOf = prepared<{ status: ScanStatus; at: Date }>(
  'scans of waybill',
  `select n.status, n.at from shipment_scans n join shipments s on s.id = n.shipment_id where s.waybill = $1::text`,
)

const noteArrived = prepared(
  'note arrived parcel',
  `update courier_bookings set asked_at = 'infinity' where waybill = $1::text and status = 'booked'`,
)

const noteTracked = prepared(
  'note tracked parcel',
  'update courier_bookings set asked_at = now() where id = $1::bigint',
)

const claimDue = claimStatement<{ id: number; waybill: string; since: Date }>(
  JOB,
  `select b.id, b.waybill, coalesce(b.booked_at, b.created_at) as since
  from courier_bookings b left join shipments s on s.waybill = b.waybill
  where b.courier = $2::text and b.status = 'booked' and b.refund_id is null and (s.id is null or ${isUnderWay('s')})
    and b.booked_at > now() - interval '60 days' and b.asked_at <= now() - make_interval(mins => $3::integer)
    and ${isClaimable(JOB, 'b.id')}
  order by b.id limit $1::integer for update of b skip locked`,
)
