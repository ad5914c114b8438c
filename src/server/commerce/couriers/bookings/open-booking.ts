import { availableCouriers } from '#server/commerce/couriers/couriers.ts'
import {
  noCourier,
  orderNotBookable,
  parcelBooked,
  returnNotBookable,
} from '#server/commerce/couriers/refusals.ts'
import { holdOrder, requireMayLeave, stateMessage } from '#server/commerce/orders/shipping/order-moves.ts'
import { choosePieces } from '#server/commerce/orders/shipping/ship-order.ts'
import type { Actor } from '#server/platform/audit/audit-log.ts'
import type { Config } from '#server/platform/config/config.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import type { ParcelItem } from './read-parcel.ts'

export type BookingRequest = {
  order_no: string
  courier: string
  /** Empty: the courier chooses. */
  service: string
  /** Default: everything that is not shipped yet. */
  items?: readonly ParcelItem[] | undefined
  weight_g?: number | undefined
  /** A label for this return instead. */
  refund_no?: string | undefined
}

type Opening = { config: Pick<Config, 'mode' | 'companyKeys'>; actor: Pick<Actor, 'staffId' | 'name'> }

/**
 * Records that a parcel is to be booked; `carryOutBooking` asks the courier after the commit. The lock on the order lets one of two
 * callers through.
 * @returns the id of the booking.
 * @throws 404; 409 COURIER_UNAVAILABLE, also in a channel where it is switched off; 409 ORDER_STATE for an order that may not leave, and
 * while another parcel of it is booked and has not left; ITEM_SHIPPED, NOTHING_TO_SHIP.
 */
export const openBooking = (
  db: Db | Tx,
  { config, actor }: Opening,
  { order_no, courier, service, items, weight_g, refund_no }: BookingRequest,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const order = await holdOrder(tx, order_no)
    const isThere = availableCouriers(config).some(({ descriptor }) => descriptor.code === courier)
    if (!isThere || (await isSwitchedOff.first(tx, order.id, courier))) throw noCourier()
    const returned = refund_no === undefined ? undefined : await requireReturn(tx, order.id, refund_no)
    if (!returned) {
      requireMayLeave(order, {})
      if (!['placed', 'packed', 'shipped', 'out_for_delivery'].includes(order.status))
        throw orderNotBookable(stateMessage(order))
      if (await findOpenBooking(tx, order.id)) throw parcelBooked(order_no)
    }
    const row = {
      order_id: order.id,
      refund_id: returned?.id ?? null,
      ...{ courier, service, weight_g: weight_g ?? null },
      items: json(returned?.items ?? (await choosePieces(tx, order, items))),
      staff_id: actor.staffId,
      actor: actor.name,
    }
    const { id } = await tx
      .insertInto('courier_bookings')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

/** The pieces of a parcel to be. @throws 404; NOTHING_TO_SHIP, ITEM_SHIPPED. */
export const readPieces = (
  db: Db,
  order_no: string,
  items?: readonly ParcelItem[] | undefined,
): Promise<readonly ParcelItem[]> =>
  inTransaction(db, async (tx) => choosePieces(tx, await holdOrder(tx, order_no), items))

async function requireReturn(tx: Tx, orderId: number, refundNo: string) {
  const found = await returnOf.first(tx, orderId, refundNo)
  if (!found) throw returnNotBookable()
  return found
}

export type OpenBooking = {
  id: number
  status: 'pending' | 'booked'
  courier: string
  carrier: string
  waybill: string | null
  items: ParcelItem[]
}

/** The parcel of an order that is booked, or being booked, and has not left. */
export const findOpenBooking = (tx: Tx, orderId: number): Promise<OpenBooking | undefined> =>
  openOf.first(tx, orderId)

/** SQL: booking b has not left with a shipment. */
export const hasNotLeft =
  'b.left_at is null and not exists (select from shipments s where s.waybill = b.waybill)'

/** SQL: booking b with its shipment s waits, and no pick-up was asked for. */
export const waitsForPickup = `b.status = 'booked' and b.refund_id is null and b.pickup_on is null
    and (s.id is null or s.status = 'shipped') and b.booked_at > now() - interval '7 days'`

const openOf = prepared<OpenBooking>(
  'open booking of order',
  `select b.id, b.status, b.courier, b.carrier, b.waybill, b.items from courier_bookings b
  where b.order_id = $1::bigint and b.refund_id is null and b.status in ('pending', 'booked') and ${hasNotLeft}
  order by b.id desc limit 1`,
)

const isSwitchedOff = prepared<{ id: number }>(
  'courier is switched off for order',
  `select o.id from orders o join channels c on c.id = o.channel_id
  where o.id = $1::bigint and $2::text = any(c.couriers_off)`,
)

const returnOf = prepared<{ id: number; items: ParcelItem[] }>(
  'return to book',
  `select r.id, (
      select json_agg(json_build_object('order_item_id', i.id, 'quantity', i.quantity) order by i.id)
      from refund_items n join order_items i on i.id = n.order_item_id where n.refund_id = r.id
    ) as items
  from refunds r where r.order_id = $1::bigint and r.refund_no = $2::text and r.status = 'refund_approved'
    and not exists (
      select from courier_bookings b where b.refund_id = r.id and b.status in ('pending', 'booked')
    )`,
)
