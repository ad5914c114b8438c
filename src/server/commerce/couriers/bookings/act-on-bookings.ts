import { availableCouriers, findCourier } from '#server/commerce/couriers/couriers.ts'
import {
  type Courier,
  CourierError,
  type CourierRate,
} from '#server/commerce/couriers/model/courier-descriptor.ts'
import {
  bookingNotCancellable,
  bookingNotFound,
  courierFailed,
  noCourier,
  notOffered,
} from '#server/commerce/couriers/refusals.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { type BookingServices, cancelAtCourier } from './carry-out-booking.ts'
import { hasNotLeft, waitsForPickup } from './open-booking.ts'
import { type ParcelItem, readParcel } from './read-parcel.ts'

type Quoted = CourierRate & { courier: string; courier_name: string; is_default: boolean }
export type Quotes = {
  rates: Quoted[]
  weight_g: number | null
  currency: string
  /** Couriers that gave no rates. */
  problems: string[]
}

/** What every courier of the order's channel asks for a parcel, the cheapest first; those without prices last. */
export async function readRates(
  services: Pick<BookingServices, 'db' | 'config'>,
  wanted: { order_id: number; items: readonly ParcelItem[]; weight_g: number | null },
): Promise<Quotes> {
  const { db, config } = services
  const choice = await choiceOf.first(db, wanted.order_id)
  const parcel = await readParcel(db, { ...wanted, refund_id: null })
  const problems: string[] = []
  const found = await Promise.all(
    availableCouriers(config)
      .filter(({ descriptor: { code } }) => !choice?.couriers_off.includes(code))
      .map(async ({ descriptor: { code, name } }): Promise<Quoted[]> => {
        const withoutRates = [{ service: '', name: 'The courier chooses', price: null, days: null }]
        const rates = await ratesOf(findCourier(services, code), parcel, (problem) =>
          problems.push(`${name}: ${problem}`),
        )
        return (rates ?? withoutRates).map((rate) => ({
          ...rate,
          courier: code,
          courier_name: name,
          is_default: choice?.courier === code && ['', rate.service].includes(choice.courier_service),
        }))
      }),
  )
  return {
    rates: found.flat().sort((a, b) => (a.price ?? Infinity) - (b.price ?? Infinity) || 0),
    weight_g: parcel.weight_g,
    currency: parcel.currency,
    problems,
  }
}

/** Undefined: it offers none, or none came. */
async function ratesOf(
  courier: Courier | undefined,
  parcel: Awaited<ReturnType<typeof readParcel>>,
  onProblem: (problem: string) => void,
): Promise<CourierRate[] | undefined> {
  try {
    return await courier?.rates?.(parcel)
  } catch (error) {
    if (!(error instanceof CourierError)) throw error
    if (error.kind !== 'not_offered') onProblem(error.message)
    return error.kind === 'not_offered' ? undefined : []
  }
}

/** The courier and service that the delivery method of an order names; undefined without. */
export async function readDefaultCourier(db: Db, orderId: number) {
  const choice = await choiceOf.first(db, orderId)
  return choice?.courier ? { courier: choice.courier, service: choice.courier_service } : undefined
}

/**
 * Cancels a booking at the courier, also one whose answer has not come.
 * @returns false when the courier takes no cancellations here: then it is cancelled in the shop alone.
 * @throws 404; 409 ORDER_STATE when it has left, failed or is cancelled; 409 COURIER_UNAVAILABLE when the courier does not accept it.
 */
export async function cancelBooking(services: BookingServices, actor: Actor, id: number): Promise<boolean> {
  const { db } = services
  const booking = await endable.first(db, id)
  if (!booking) throw bookingNotFound()
  if (!booking.is_endable) throw bookingNotCancellable()
  const courier = findCourier(services, booking.courier)
  if (!courier) throw noCourier()
  const { key, waybill, order_no } = booking
  const isTold = await requesting(courier, 'cancellation', () => cancelAtCourier(courier, { key, waybill }))
  await inTransaction(db, async (tx) => {
    if (!(await end.first(tx, id))) throw bookingNotCancellable()
    await writeAudit(tx, actor, {
      action: 'order.booking_cancelled',
      record: { type: 'order', id: order_no },
      after: { carrier: booking.carrier || courier.name, ...(waybill && { waybill }) },
    })
  })
  return isTold
}

/**
 * Asks a courier for a pick-up of every parcel that was booked there within a week, was not picked up, and waits for no pick-up.
 * @param request.date `2026-11-30`
 * @param request.key of the caller: a repeated request asks once
 * @returns the number of parcels, and the courier's reference.
 * @throws 409 COURIER_UNAVAILABLE without keys, without such a function, or without an answer.
 */
export async function requestPickup(
  services: BookingServices,
  actor: Actor,
  { courier: code, date, key }: { courier: string; date: string; key: string },
): Promise<{ count: number; reference: string }> {
  const { db } = services
  const courier = findCourier(services, code)
  if (!courier) throw noCourier()
  const { pickup } = courier
  if (!pickup) throw notOffered(courier.name, 'pick-up')
  const waiting = await waitingForPickup.all(db, code)
  if (waiting.length === 0) return { count: 0, reference: '' }
  const waybills = waiting.map(({ waybill }) => waybill)
  const reference = await requesting(courier, 'pick-up', () => pickup({ key, date, waybills }))
  await inTransaction(db, async (tx) => {
    await notePickup.all(
      tx,
      waiting.map(({ id }) => id),
      date,
      reference,
    )
    await writeAudit(tx, actor, {
      action: 'courier.pickup',
      record: { type: 'courier', id: code },
      after: { date, parcels: waiting.length, reference },
    })
  })
  return { count: waiting.length, reference }
}

async function requesting<Answer>(
  { name }: Courier,
  what: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CourierError)) throw error
    throw error.kind === 'not_offered' ? notOffered(name, what) : courierFailed(`${name}: ${error.message}`)
  }
}

const choiceOf = prepared<{ couriers_off: string[]; courier: string; courier_service: string }>(
  'courier choices of order',
  `select c.couriers_off, coalesce(m.courier, '') as courier, coalesce(m.courier_service, '') as courier_service
  from orders o join channels c on c.id = o.channel_id
    left join shipping_methods m on m.channel_id = o.channel_id and m.code = o.shipping_method
  where o.id = $1::bigint`,
)

type Endable = {
  key: string
  order_no: string
  courier: string
  carrier: string
  waybill: string | null
  is_endable: boolean
}

const endable = prepared<Endable>(
  'courier booking to cancel',
  `select b.key, o.order_no, b.courier, b.carrier, b.waybill, b.status in ('pending', 'booked') and ${hasNotLeft} as is_endable
  from courier_bookings b join orders o on o.id = b.order_id where b.id = $1::bigint`,
)

const end = prepared<{ id: number }>(
  'cancel courier booking',
  `update courier_bookings b set status = 'cancelled', problem = '' where b.id = $1::bigint and b.status in ('pending', 'booked')
    and ${hasNotLeft} returning b.id`,
)

const waitingForPickup = prepared<{ id: number; waybill: string }>(
  'courier bookings that wait for a pick-up',
  `select b.id, b.waybill from courier_bookings b left join shipments s on s.waybill = b.waybill
  where b.courier = $1::text and ${waitsForPickup}
  order by b.id limit 500`,
)

const notePickup = prepared(
  'note pick-up of courier bookings',
  `update courier_bookings set pickup_on = $2::date, pickup_reference = $3::text where id = any($1::bigint[])`,
)
