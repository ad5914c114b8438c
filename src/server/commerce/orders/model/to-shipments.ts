import {
  isParcelEnd,
  type ScanStatus,
  type ShipmentStatus,
  scanLabel,
} from '#contract/rules/shipment-status.ts'
import type { Shipment } from '#contract/shipment.ts'

export type ShipmentRow = {
  waybill: string
  courier: string
  tracking_url: string | null
  status: ShipmentStatus
  promised_at: string | null
  expected_at: string | null
  items: { order_item_id: number; quantity: number }[]
  /** Newest first. */
  scans: { at: string; status: ScanStatus; location: string; remark: string }[]
}

/** SQL: the shipment has neither arrived nor come back. */
export const isUnderWay = (shipment: string) => `${shipment}.status not in ('delivered', 'came_back')`

/** SQL: the shipments s of an order as JSON rows, oldest first. `order`: SQL of the order's id. */
export const shipmentsSql = (order: string) => `coalesce((
  select json_agg(${shipmentSql} order by s.id) from shipments s where s.order_id = ${order}
), '[]')`

/** SQL: shipment s as a JSON row. */
export const shipmentSql = `json_build_object('waybill', s.waybill, 'courier', s.courier, 'tracking_url', s.tracking_url,
  'status', s.status, 'promised_at', s.promised_at, 'expected_at', s.expected_at,
  'items', coalesce((
    select json_agg(json_build_object('order_item_id', c.order_item_id, 'quantity', c.quantity) order by c.order_item_id)
    from shipment_items c where c.shipment_id = s.id
  ), '[]'),
  'scans', coalesce((
    select json_agg(json_build_object('at', n.at, 'status', n.status, 'location', n.location, 'remark', n.remark)
      order by n.at desc, n.id desc)
    from shipment_scans n where n.shipment_id = s.id
  ), '[]'))`

/** A shipment on the wire. `today`: the date in the shop's time zone. */
export function toShipment(row: ShipmentRow, today: string): Shipment {
  const { waybill, courier, tracking_url, status, expected_at } = row
  const delivered = row.scans.find((scan) => scan.status === 'delivered')
  return {
    waybill,
    courier,
    tracking_url,
    status,
    status_label: scanLabel(status),
    expected_at,
    delay: delayOf(row, today),
    delivered_at: delivered ? new Date(delivered.at).toISOString() : null,
    items: row.items,
    scans: row.scans.map((scan) => ({
      ...scan,
      at: new Date(scan.at).toISOString(),
      label: scanLabel(scan.status),
    })),
  }
}

/**
 * A shipment for a visitor who only has the waybill: without items and without the courier's remarks, which
 * may contain names. Decisions §3, track-order.
 */
export const toPublicShipment = (row: ShipmentRow, today: string): Shipment => {
  const { delay, scans, ...shipment } = toShipment(row, today)
  return {
    ...shipment,
    items: [],
    delay: delay && { ...delay, reason: '' },
    scans: scans.map((scan) => ({ ...scan, remark: '' })),
  }
}

/** ISO dates compare as text. */
function delayOf({ status, promised_at, expected_at, scans }: ShipmentRow, today: string): Shipment['delay'] {
  if (isParcelEnd(status) || expected_at === null) return null
  const isLater = promised_at !== null && expected_at > promised_at
  if (!isLater && expected_at >= today) return null
  return { promised_at, reason: scans.find((scan) => scan.status === 'delayed')?.remark ?? '' }
}
