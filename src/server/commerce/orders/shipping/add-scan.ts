import {
  normaliseWaybill,
  type ScanStatus,
  type ShipmentStatus,
  statusAfterScan,
} from '#contract/rules/shipment-status.ts'
import { followParcels } from '#server/commerce/orders/model/follow-parcels.ts'
import { shipmentEnded, unknownWaybill } from '#server/commerce/orders/model/refusals.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { ShippingServices } from '../model/shipping-services.ts'
import { isUnderWay } from '../model/to-shipments.ts'
import { holdOrder } from './order-moves.ts'
import { orderOfParcel, requireExpectedDate } from './ship-order.ts'
import { queueShipmentMessages } from './shipment-messages.ts'
import { takeBack } from './take-back.ts'

export type Scan = {
  waybill: string
  status: ScanStatus
  /** A town or a hub: visible to everyone who has the waybill. */
  location?: string | undefined
  remark?: string | undefined
  /** When the courier scanned it; default: now. */
  at?: Date | undefined
  /** The new expected day. */
  expected_at?: string | undefined
}

/**
 * Records a courier scan, in one transaction with its effects: the state of the shipment and of the order
 * (out for delivery or delivered when every shipment is; back to packed when it came back), and mail and SMS, once per shipment.
 * Decisions §2, ADR 0036.
 * @throws 404 for an unknown waybill; 409 SHIPMENT_DELIVERED for a shipment that has arrived or came back; 422 at
 * expected_at.
 */
export async function addScan(
  services: ShippingServices,
  { waybill, ...scan }: Scan,
): Promise<ShipmentStatus> {
  return inTransaction(services.db, async (tx) => {
    const normal = normaliseWaybill(waybill)
    const named = await orderOfParcel.first(tx, normal)
    if (!named) throw unknownWaybill(normal)
    const order = await holdOrder(tx, named.order_no)
    requireExpectedDate(scan.expected_at, order.locale)
    const { status, location = '', remark = '', at = new Date(), expected_at = null } = scan
    const parcel = await writeScan.first(tx, normal, status, location.trim(), remark.trim(), at, expected_at)
    if (!parcel) throw shipmentEnded(normal, named.end)
    // A scan older than the latest one changes nothing.
    if (!parcel.is_latest) return parcel.status
    const now = statusAfterScan(status)
    await standing.all(tx, parcel.id, now)
    if (now === 'came_back') {
      await takeBack(tx, services.config, order, { shipmentId: parcel.id, waybill: normal })
      return now
    }
    await followParcels(tx, services.plugins, order)
    if (now === 'out_for_delivery' || now === 'delivered') {
      await queueShipmentMessages(tx, services.config, order, { step: now, waybill: normal })
    }
    return now
  })
}

export const markOutForDelivery = (services: ShippingServices, waybill: string, location?: string) =>
  addScan(services, { waybill, status: 'out_for_delivery', location })

export const markDelivered = (services: ShippingServices, waybill: string, location?: string) =>
  addScan(services, { waybill, status: 'delivered', location })

const writeScan = prepared<{ id: number; status: ShipmentStatus; is_latest: boolean }>(
  'write scan',
  `with parcel as (
    update shipments set expected_at = coalesce($6::date, expected_at)
    where waybill = $1::text and ${isUnderWay('shipments')} returning id, status
  ),
  scan as (
    insert into shipment_scans (shipment_id, status, location, remark, at)
    select id, $2::text, $3::text, $4::text, $5::timestamptz from parcel
  )
  select id, status, not exists (
    select from shipment_scans n where n.shipment_id = parcel.id and n.at > $5::timestamptz
  ) as is_latest
  from parcel`,
)

const standing = prepared('parcel stands', 'update shipments set status = $2::text where id = $1::bigint')
