/** What a courier says of a parcel, in the shopper's words. Decisions §2, $Shipment. */
const labels = {
  shipped: 'Shipped',
  picked_up: 'Picked up by the courier',
  in_transit: 'In transit',
  delayed: 'Delayed',
  out_for_delivery: 'Out for delivery',
  attempted: 'Delivery attempted',
  delivered: 'Delivered',
} as const

export type ScanStatus = keyof typeof labels
export const scanStatuses = Object.keys(labels) as [ScanStatus, ...ScanStatus[]]

/** Where a parcel stands; what its latest scan makes of it. */
export const shipmentStatuses = ['shipped', 'in_transit', 'out_for_delivery', 'delivered'] as const
export type ShipmentStatus = (typeof shipmentStatuses)[number]

export const scanLabel = (status: ScanStatus): string => labels[status]

/** A delay or a visit to a closed door leaves a parcel on its way. */
export const statusAfterScan = (scan: ScanStatus): ShipmentStatus =>
  scan === 'shipped' || scan === 'out_for_delivery' || scan === 'delivered' ? scan : 'in_transit'

/** A number as couriers write it: without blanks, in capitals. */
export const normaliseWaybill = (typed: string): string => typed.replace(/\s+/g, '').toUpperCase()

export const isWaybill = (waybill: string): boolean => /^[A-Z0-9-]{6,40}$/.test(waybill)
