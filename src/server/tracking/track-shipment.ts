import { isWaybill } from '#contract/rules/shipment-status.ts'
import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import type { Shipment } from '#contract/shipment.ts'
import { prepared } from '../db/prepared.ts'
import type { CallContext } from '../http/context.ts'
import { notFound } from '../http/errors.ts'
import { type ShipmentRow, shipmentSql, toPublicShipment } from '../orders/shipping/to-shipments.ts'
import { countingGuesses } from './track-limits.ts'

/**
 * A parcel by its waybill, without anything of whom it is for. Decisions §3, track-order.
 * @throws 404; 429 for whoever tries many numbers.
 */
export const trackShipment = ({ db, visitor, channel }: CallContext, waybill: string): Promise<Shipment> =>
  countingGuesses(db, visitor.ip, async () => {
    const found = isWaybill(waybill) ? await byWaybill.first(db, waybill) : undefined
    if (!found) throw notFound('We found no parcel with this number')
    return toPublicShipment(found.shipment, dayIn(new Date(), timeZoneOf(channel.locale)))
  })

const byWaybill = prepared<{ shipment: ShipmentRow }>(
  'shipment by waybill',
  `select ${shipmentSql} as shipment from shipments s where s.waybill = $1::text`,
)
