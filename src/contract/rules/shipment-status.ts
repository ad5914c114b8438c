import { keysOf } from './own-value.ts'

/** Labels of the courier's scans. Decisions §2, $Shipment. */
const labels = {
  shipped: 'Shipped',
  picked_up: 'Picked up by the courier',
  in_transit: 'In transit',
  delayed: 'Delayed',
  out_for_delivery: 'Out for delivery',
  attempted: 'Delivery attempted',
  delivered: 'Delivered',
  came_back: 'Came back to the shop',
} as const

export type ScanStatus = keyof typeof labels
export const scanStatuses = keysOf(labels)

/** The states of a shipment, which follow from its latest scan. */
export const shipmentStatuses = [
  'shipped',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'came_back',
] as const
export type ShipmentStatus = (typeof shipmentStatuses)[number]

export const scanLabel = (status: ScanStatus): string => labels[status]

/** A delay or a failed delivery attempt leaves a shipment in transit. */
export const statusAfterScan = (scan: ScanStatus): ShipmentStatus =>
  shipmentStatuses.find((status) => status === scan) ?? 'in_transit'

/** Nothing follows: it is with the customer, or with the shop again. */
export const isParcelEnd = (status: ScanStatus): status is 'delivered' | 'came_back' =>
  status === 'delivered' || status === 'came_back'

/** Normalises a waybill: no spaces, capitals. */
export const normaliseWaybill = (typed: string): string => typed.replace(/\s+/g, '').toUpperCase()

export const isWaybill = (waybill: string): boolean => /^[A-Z0-9-]{6,40}$/.test(waybill)
