import type { CourierBooking } from '#contract/admin/couriers.ts'
import { money } from '#contract/money.ts'
import { availableCouriers, findCourier } from '#server/commerce/couriers/couriers.ts'
import { mergePdfs } from '#server/commerce/couriers/merge-pdf.ts'
import { bookingNotFound, noLabels } from '#server/commerce/couriers/refusals.ts'
import { labelPath } from '#server/commerce/orders/find-invoice.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'
import { hasNotLeft, waitsForPickup } from './open-booking.ts'

type Row = Omit<CourierBooking, 'price' | 'at' | 'pickup_on'> & {
  price: number | null
  currency: string
  at: Date
}

/** The bookings of an order, newest first. */
export const readBookings = async (db: Db | Tx, orderId: number): Promise<CourierBooking[]> =>
  (await ofOrder.all(db, orderId)).map(toBooking)

/** @throws 404 */
export async function readBooking(db: Db | Tx, id: number): Promise<CourierBooking> {
  const row = await byId.first(db, id)
  if (!row) throw bookingNotFound()
  return toBooking(row)
}

/** The newest 200 that need staff: booked and not left, waiting for an answer, or failed within a week. */
export const readOpenBookings = async (db: Db): Promise<CourierBooking[]> =>
  (await open.all(db)).map(toBooking)

const toBooking = ({ price, currency, at, ...row }: Row & { pickup_on: string | null }): CourierBooking => ({
  ...row,
  price: price === null ? null : money(price, currency),
  at: at.toISOString(),
})

/** The couriers that can be used, each with its parcels that no pick-up was asked for. */
export async function readCouriers(services: Pick<Services, 'db' | 'config'>) {
  const waiting = await countForPickup.all(services.db)
  return availableCouriers(services.config).map(({ descriptor: { code, name } }) => ({
    code,
    name,
    has_pickup: findCourier(services, code)?.pickup !== undefined,
    to_pick_up: waiting.find(({ courier }) => courier === code)?.count ?? 0,
  }))
}

/**
 * One PDF with the labels of bookings, or of the open parcels of orders. A label that cannot be put together with others is sent alone,
 * and otherwise left out: its booking says so.
 * @throws 404 without any label.
 */
export async function readLabels(
  { db, files }: Pick<Services, 'db' | 'files'>,
  by: 'booking' | 'order',
  ids: readonly number[],
): Promise<Buffer> {
  const found = await labelsOf[by].all(db, ids)
  const [only] = found
  if (only && found.length === 1) return files.read(labelPath(only.key))
  const mergeable = found.filter(({ is_mergeable }) => is_mergeable)
  if (mergeable.length === 0) throw noLabels()
  const labels: Buffer[] = []
  for (const { key } of mergeable) labels.push(await files.read(labelPath(key)))
  return (await mergePdfs(labels)).bytes
}

const columns = `select b.id, b.order_id, o.order_no, r.refund_no, b.courier, b.status, b.problem, b.carrier, b.waybill, b.price,
    o.currency, b.items, b.has_label, b.label_pages is not null as is_mergeable, b.pickup_on::text, b.pickup_reference,
    not (${hasNotLeft}) as has_left, b.created_at as at
  from courier_bookings b join orders o on o.id = b.order_id left join refunds r on r.id = b.refund_id`

const ofOrder = prepared<Row & { pickup_on: string | null }>(
  'courier bookings of order',
  `${columns} where b.order_id = $1::bigint order by b.id desc limit 50`,
)

const byId = prepared<Row & { pickup_on: string | null }>(
  'courier booking for staff',
  `${columns} where b.id = $1::bigint`,
)

const open = prepared<Row & { pickup_on: string | null }>(
  'open courier bookings',
  `${columns} where b.left_at is null and b.status <> 'cancelled' and (
      b.status = 'pending' or (b.status = 'booked' and b.created_at > now() - interval '60 days' and ${hasNotLeft})
      or (b.status = 'failed' and b.created_at > now() - interval '7 days')
    )
  order by b.id desc limit 200`,
)

const countForPickup = prepared<{ courier: string; count: number }>(
  'count parcels for pick-up',
  `select b.courier, count(*)::integer as count from courier_bookings b left join shipments s on s.waybill = b.waybill
  where ${waitsForPickup}
  group by b.courier`,
)

type Label = { key: string; is_mergeable: boolean }
const labelsOf = {
  booking: prepared<Label>(
    'labels of bookings',
    `select key, label_pages is not null as is_mergeable from courier_bookings
    where id = any($1::bigint[]) and status = 'booked' and has_label order by array_position($1::bigint[], id)`,
  ),
  order: prepared<Label>(
    'labels of orders',
    `select b.key, b.label_pages is not null as is_mergeable from courier_bookings b
    where b.order_id = any($1::bigint[]) and b.refund_id is null and b.status = 'booked' and b.has_label and ${hasNotLeft}
    order by array_position($1::bigint[], b.order_id)`,
  ),
}
