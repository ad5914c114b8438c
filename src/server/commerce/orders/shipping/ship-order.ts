import { randomBytes } from 'node:crypto'
import { shownStateOf } from '#contract/rules/order-status.ts'
import { isWaybill, normaliseWaybill } from '#contract/rules/shipment-status.ts'
import { addDays, dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { isAllShipped } from '#server/commerce/orders/model/follow-parcels.ts'
import {
  itemShipped,
  nothingToShip,
  orderNotShippable,
  waybillTaken,
} from '#server/commerce/orders/model/refusals.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { issueShipmentInvoice } from '../invoices/issue-invoice.ts'
import type { ShippingServices } from '../model/shipping-services.ts'
import { isUnderWay } from '../model/to-shipments.ts'
import { type HeldOrder, holdOrder, moveThrough, requireMayLeave, stateMessage } from './order-moves.ts'
import { queueShipmentMessages } from './shipment-messages.ts'

export type Parcel = {
  order_no: string
  courier: string
  /** Empty: sent without a courier's number (own van, letter, pick-up); the shop gives it one that cannot be guessed. */
  waybill?: string | undefined
  /** Default: everything that is not shipped yet. */
  items?: readonly { order_item_id: number; quantity: number }[] | undefined
  /** The courier's tracking page of this shipment; https. */
  tracking_url?: string | undefined
  /** `2026-11-24`; default: the promised day, if it is still ahead. */
  expected_at?: string | undefined
  isTest?: boolean | undefined
  /** When it left; default: now. */
  at?: Date | undefined
  /** The customer has it with that: nothing says that it is on its way. */
  isPickup?: boolean | undefined
  /** Ships an order whose bank transfer has not arrived, too. */
  unpaid?: boolean | undefined
}

/**
 * Ships items of an order, in one transaction with their invoice, mail and SMS. The first shipment also packs a placed
 * order; the order is partly shipped until all of it has left. A waybill of the same order's parcel that came back may be used again. ADR 0036.
 * @returns the waybill as stored.
 * @throws 404; 409 ORDER_STATE also before a bank transfer has arrived, NOTHING_TO_SHIP when everything is shipped, ITEM_SHIPPED for more of an item
 * than is left, WAYBILL_TAKEN; 422 at waybill, courier, tracking_url or expected_at.
 */
export async function shipOrder(services: ShippingServices, parcel: Parcel): Promise<string> {
  const waybill = requireParcel(parcel)
  return inTransaction(services.db, async (tx) => {
    const order = await holdOrder(tx, parcel.order_no)
    requireExpectedDate(parcel.expected_at, order.locale)
    requireMayLeave(order, parcel)
    if (order.status === 'placed') await moveThrough(tx, order, 'packed')
    if (!['packed', 'shipped', 'out_for_delivery'].includes(order.status))
      throw orderNotShippable(stateMessage(order))
    const items = await choosePieces(tx, order, parcel.items)
    const dates = datesOf(order, parcel.expected_at)
    const { courier, tracking_url = null, isTest = false, at = null } = parcel
    const row = {
      order_id: order.id,
      waybill,
      courier: courier.trim(),
      tracking_url,
      is_test: isTest,
      ...dates,
    }
    await freeWaybill.all(tx, order.id, waybill, ownWaybill('BACK'))
    const shipment = await insertParcel.first(tx, json(row), json(items), at)
    if (!shipment) throw waybillTaken(waybill, (await orderOfParcel.first(tx, waybill))?.order_no)
    const isAll = await isAllShipped(tx, order.id)
    const state = shownStateOf(order)
    if (state === 'packed') await moveThrough(tx, order, isAll ? 'shipped' : 'partly_shipped')
    else if (state === 'partly_shipped' && isAll) await moveThrough(tx, order, 'shipped')
    await issueShipmentInvoice(tx, { orderId: order.id, shipmentId: shipment.id })
    if (parcel.isPickup) return waybill
    await queueShipmentMessages(tx, services.config, order, { step: 'shipped', waybill })
    return waybill
  })
}

/** A number that cannot be guessed. */
export const ownWaybill = (kind: 'OWN' | 'MAIL' | 'BACK') =>
  `${kind}-${randomBytes(8).toString('hex').toUpperCase()}`

/** @returns the waybill as it is stored. @throws 422 at waybill, courier and tracking_url */
export function requireParcel({ waybill, courier, tracking_url }: Parcel): string {
  const normal = normaliseWaybill(waybill ?? '') || ownWaybill('OWN')
  const errors: Record<string, string[]> = {}
  if (!isWaybill(normal)) errors.waybill = ['must have 6 to 40 letters, digits and dashes']
  if (!courier.trim()) errors.courier = ['must not be empty']
  if (tracking_url !== undefined && !(URL.canParse(tracking_url) && tracking_url.startsWith('https://')))
    errors.tracking_url = ['must be an https address']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return normal
}

/**
 * The pieces of a parcel: the wanted ones, by default everything that is not shipped yet.
 * @throws 409 NOTHING_TO_SHIP; ITEM_SHIPPED for more of an item than is left.
 */
export async function choosePieces(tx: Tx, { id, order_no }: HeldOrder, wanted: Parcel['items']) {
  const left = await leftToShip.all(tx, id)
  if (left.length === 0) throw nothingToShip(order_no)
  if (!wanted) return left
  const known = new Map(left.map(({ order_item_id, quantity }) => [order_item_id, quantity]))
  for (const { order_item_id, quantity } of wanted) {
    const most = known.get(order_item_id) ?? 0
    if (quantity < 1 || quantity > most) throw itemShipped(order_no, { itemId: order_item_id, most })
    known.set(order_item_id, most - quantity)
  }
  return wanted
}

function datesOf({ placed_at, eta_max_days, locale }: HeldOrder, expected: string | undefined) {
  const timeZone = timeZoneOf(locale)
  const promised_at = eta_max_days === null ? null : addDays(dayIn(placed_at, timeZone), eta_max_days)
  const tomorrow = addDays(dayIn(new Date(), timeZone), 1)
  const newExpected = promised_at !== null && promised_at < tomorrow ? tomorrow : promised_at
  return { promised_at, expected_at: expected ?? newExpected }
}

/** Goods that are in no shipment yet; cancelled ones are left out. */
const leftToShip = prepared<{ order_item_id: number; quantity: number }>(
  'left to ship',
  `select i.id as order_item_id, (i.quantity - coalesce(sum(c.quantity), 0))::integer as quantity
  from order_items i left join shipment_items c on c.order_item_id = i.id
  where i.order_id = $1::bigint and i.status <> 'cancelled' and i.kind = 'goods'
  group by i.id having i.quantity > coalesce(sum(c.quantity), 0)
  order by i.id`,
)

/** `end`: how the way of the parcel has ended. */
export const orderOfParcel = prepared<{ order_no: string; end: 'delivered' | 'came_back' | undefined }>(
  'order of parcel',
  `select o.order_no, case when not ${isUnderWay('s')} then s.status end as end
  from shipments s join orders o on o.id = s.order_id where s.waybill = $1::text`,
)

/** The courier tries once more: the parcel that came back has a number of the shop's own from then on. */
const freeWaybill = prepared(
  'free waybill of parcel that came back',
  `update shipments set waybill = $3::text where order_id = $1::bigint and waybill = $2::text and status = 'came_back'`,
)

const insertParcel = prepared<{ id: number }>(
  'insert parcel',
  `with parcel as (
    insert into shipments (order_id, waybill, courier, tracking_url, promised_at, expected_at, is_test, shipped_at)
    select p.order_id, p.waybill, p.courier, coalesce(p.tracking_url, (
        select b.tracking_url from courier_bookings b where b.waybill = p.waybill and b.status = 'booked'
      )), p.promised_at, p.expected_at, p.is_test, coalesce($3::timestamptz, now())
    from json_populate_record(null::shipments, $1::json) p
    on conflict (waybill) do nothing
    returning id, waybill, shipped_at
  ),
  booking as (
    update courier_bookings b set left_at = now() from parcel where b.waybill = parcel.waybill and b.status = 'booked'
  ),
  items as (
    insert into shipment_items (shipment_id, order_item_id, quantity)
    select parcel.id, order_item_id, quantity from parcel, json_populate_recordset(null::shipment_items, $2::json)
  ),
  scan as (
    insert into shipment_scans (shipment_id, status, remark, at)
    select id, 'shipped', 'Handed to the courier', shipped_at from parcel
  )
  select id from parcel`,
)

/**
 * Checks that a promised day, `2026-11-24`, is a calendar date and not past in the shop's time zone.
 * @throws 422 at expected_at.
 */
export function requireExpectedDate(day: string | undefined, locale: string): void {
  if (day === undefined) return
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || new Date(day).toJSON()?.slice(0, 10) !== day)
    throw invalid({ expected_at: ['must be a day such as 2026-11-24'] })
  if (day < dayIn(new Date(), timeZoneOf(locale))) throw invalid({ expected_at: ['must not be in the past'] })
}
