import { findCourier, isTestCourier } from '#server/commerce/couriers/couriers.ts'
import { mergePdfs, UnusablePdfError } from '#server/commerce/couriers/merge-pdf.ts'
import {
  type BookedParcel,
  type Courier,
  CourierError,
} from '#server/commerce/couriers/model/courier-descriptor.ts'
import { labelPath } from '#server/commerce/orders/find-invoice.ts'
import { queueRefundMessage, type RefundNotice } from '#server/commerce/orders/messages/refund-message.ts'
import type { ShippingServices } from '#server/commerce/orders/model/shipping-services.ts'
import { holdOrder } from '#server/commerce/orders/shipping/order-moves.ts'
import { shipOrder } from '#server/commerce/orders/shipping/ship-order.ts'
import { writeAudit } from '#server/platform/audit/audit-log.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { defineJob, type JobServices } from '#server/platform/jobs/job.ts'
import type { Services, Tx } from '#server/platform/kernel/context.ts'
import { hasNotLeft } from './open-booking.ts'
import { type ParcelItem, readParcel } from './read-parcel.ts'

export type BookingServices = Pick<Services, 'db' | 'config' | 'log' | 'plugins' | 'files'>

const JOB = 'carry-out-courier-bookings'

/**
 * Asks the courier for a booking that waits, and stores its answer. Safe to repeat: the key of the booking makes the courier book once,
 * also when the answer was lost or this process ended before it was stored.
 */
export async function carryOutBooking(services: BookingServices, id: number): Promise<void> {
  const { db } = services
  const booking = await bookingById.first(db, id)
  if (booking?.status !== 'pending') return
  const courier = findCourier(services, booking.courier)
  if (!courier) return void (await noteProblem.all(db, id, 'The keys of the courier are not set'))
  let booked: BookedParcel
  try {
    const { key, service } = booking
    booked = await courier.book({ ...(await readParcel(db, booking)), key, service })
  } catch (error) {
    if (!(error instanceof CourierError)) throw error
    // Of a repeated request, only a refusal by the courier itself says that the first one was not carried out.
    const isFinal = error.kind === 'refused' || (error.kind !== 'unknown' && booking.attempts === 1)
    if (isFinal) await fail(services, booking, error.message)
    else await noteProblem.all(db, id, `${error.message}. The shop asks again.`)
    return
  }
  await store(services, courier, booking, booked)
}

async function store(services: BookingServices, courier: Courier, booking: Booking, booked: BookedParcel) {
  const { db, files } = services
  const { waybill, carrier, tracking_url, price, label } = booked
  if (label) await files.write(labelPath(booking.key), label)
  const pages = await pagesOf(label)
  const outcome = await inTransaction(db, async (tx) => {
    await holdOrder(tx, booking.order_no)
    const [row] = await storeBooked.all(
      tx,
      booking.id,
      waybill,
      carrier,
      tracking_url,
      price,
      label !== null,
      pages,
    )
    if (!row) return (await bookingById.first(tx, booking.id))?.status
    await audit(tx, booking, 'order.booked', { carrier, waybill })
    const refund = label ? await returnOfBooking.first(tx, booking.refund_id) : undefined
    if (refund) await queueRefundMessage(tx, services.config, refund, 'return_label')
    return 'booked'
  })
  if (outcome === 'pending')
    await fail(services, booking, `The courier gave the number ${waybill}, which another parcel has`)
  // While the courier was asked. A booking that another call has stored stays.
  if (outcome === 'cancelled' || outcome === 'failed')
    await cancelAtCourier(courier, { key: booking.key, waybill })
}

/**
 * @returns false when the courier takes no cancellations here.
 * @throws {CourierError}
 */
export async function cancelAtCourier(
  courier: Courier,
  { key, waybill }: { key: string; waybill: string | null },
): Promise<boolean> {
  try {
    await courier.cancel?.({ key, waybill })
    return courier.cancel !== undefined
  } catch (error) {
    if (error instanceof CourierError && error.kind === 'not_offered') return false
    throw error
  }
}

/** Null: it is printed alone. */
async function pagesOf(label: Buffer | null): Promise<number | null> {
  try {
    return label && (await mergePdfs([label])).pages
  } catch (error) {
    if (!(error instanceof UnusablePdfError)) throw error
    return null
  }
}

const fail = ({ db }: BookingServices, booking: Booking, problem: string) =>
  inTransaction(db, async (tx) => {
    if (await endPending.first(tx, booking.id, problem))
      await audit(tx, booking, 'order.booking_failed', { problem })
  })

const audit = (
  tx: Tx,
  { order_no, staff_id, actor }: Booking,
  action: string,
  after: Record<string, string>,
) =>
  writeAudit(
    tx,
    { staffId: staff_id, name: actor, ip: '' },
    { action, record: { type: 'order', id: order_no }, after },
  )

/** Ships what a booking has, in the transaction of the caller. @throws what `shipOrder` throws. */
export const shipBooked = (
  services: ShippingServices,
  order_no: string,
  booking: { courier: string; carrier: string; waybill: string; items: readonly ParcelItem[]; at?: Date },
) =>
  shipOrder(services, {
    ...{ order_no, courier: booking.carrier, waybill: booking.waybill, items: booking.items, at: booking.at },
    isTest: isTestCourier(booking.courier),
  })

/**
 * Bookings whose answer is missing are asked for again, after longer and longer waits; after a day they have failed. Parcels of orders
 * that were cancelled since are cancelled at the courier.
 */
export const carryOutBookingsJob = defineJob<BookingServices & JobServices>({
  name: JOB,
  schedule: { every: 60 },
  run: (_, services) => carryOutBookings(services),
})

export async function carryOutBookings(services: BookingServices & { signal?: AbortSignal }): Promise<void> {
  const { db } = services
  await workThrough(services, {
    job: JOB,
    claim: claimPending,
    atOnce: 4,
    async work({ id, is_late }) {
      await askAgain.all(db, id)
      await carryOutBooking(services, id)
      const booking = await bookingById.first(db, id)
      if (is_late && booking?.status === 'pending')
        await fail(
          services,
          booking,
          'The courier gave no answer for a day. Ask the courier whether the parcel is booked.',
        )
    },
  })
  await workThrough(services, {
    job: `${JOB}-cancelled`,
    claim: claimCancelled,
    async work(booking) {
      const courier = findCourier(services, booking.courier)
      if (courier && (await cancelAtCourier(courier, booking))) await endBooked.all(db, booking.id)
      else await noteProblem.all(db, booking.id, CANCELLED_ORDER)
    },
  })
}

const CANCELLED_ORDER = 'The order is cancelled. Cancel the parcel at the courier.'

type Booking = {
  id: number
  key: string
  order_id: number
  order_no: string
  refund_id: number | null
  courier: string
  service: string
  status: 'pending' | 'booked' | 'failed' | 'cancelled'
  attempts: number
  items: ParcelItem[]
  weight_g: number | null
  staff_id: number | null
  actor: string
}
export type KnownBooking = Booking

const bookingById = prepared<Booking>(
  'courier booking',
  `select b.id, b.key, b.order_id, o.order_no, b.refund_id, b.courier, b.service, b.status, b.attempts, b.items, b.weight_g,
    b.staff_id, b.actor
  from courier_bookings b join orders o on o.id = b.order_id where b.id = $1::bigint`,
)

const returnOfBooking = prepared<Pick<RefundNotice, 'order_id' | 'refund_no' | 'amount' | 'note'>>(
  'return of courier booking',
  `select order_id, refund_no, amount, '' as note from refunds where id = $1::bigint`,
)

const storeBooked = prepared<{ id: number }>(
  'store courier booking',
  `update courier_bookings b set status = 'booked', problem = '', waybill = $2::text, carrier = $3::text, tracking_url = $4::text,
    price = $5::bigint, has_label = $6::boolean, label_pages = $7::integer, booked_at = now(), asked_at = now()
  where b.id = $1::bigint and b.status = 'pending'
    and not exists (select from shipments s where s.waybill = $2::text)
    and not exists (select from courier_bookings o where o.waybill = $2::text and o.status = 'booked')
  returning b.id`,
)

const noteProblem = prepared(
  'note problem of courier booking',
  'update courier_bookings set problem = $2::text where id = $1::bigint',
)

const endPending = prepared<{ id: number }>(
  'end courier booking that failed',
  `update courier_bookings set status = 'failed', problem = $2::text where id = $1::bigint and status = 'pending' returning id`,
)

const endBooked = prepared(
  'end courier booking of cancelled order',
  `update courier_bookings set status = 'cancelled', problem = '' where id = $1::bigint and status = 'booked'`,
)

const askAgain = prepared(
  'ask for courier booking again',
  'update courier_bookings set attempts = attempts + 1, asked_at = now() where id = $1::bigint',
)

const claimPending = claimStatement<{ id: number; is_late: boolean }>(
  JOB,
  `select b.id, b.created_at < now() - interval '1 day' as is_late from courier_bookings b
  where b.status = 'pending' and b.asked_at < now() - least(interval '30 minutes', interval '30 seconds' * power(2, least(b.attempts, 10) - 1))
    and ${isClaimable(JOB, 'b.id')}
  order by b.id limit $1::integer for update of b skip locked`,
)

const claimCancelled = claimStatement<{ id: number; key: string; courier: string; waybill: string }>(
  `${JOB}-cancelled`,
  `select b.id, b.key, b.courier, b.waybill from courier_bookings b join orders o on o.id = b.order_id
  where b.status = 'booked' and b.refund_id is null and b.problem <> '${CANCELLED_ORDER}' and o.status = 'cancelled' and ${hasNotLeft}
    and b.booked_at > now() - interval '60 days' and ${isClaimable(`${JOB}-cancelled`, 'b.id')}
  order by b.id limit $1::integer for update of b skip locked`,
)
