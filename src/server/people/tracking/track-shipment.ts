import { isWaybill } from '#contract/rules/shipment-status.ts'
import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import type { Shipment } from '#contract/shipment.ts'
import {
  type ShipmentRow,
  shipmentSql,
  toPublicShipment,
} from '#server/commerce/orders/model/to-shipments.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { notFound } from '#server/platform/kernel/errors.ts'
import { limitFailedLookups } from './track-limits.ts'

/**
 * A shipment by its waybill, without personal data. Decisions §3, track-order.
 * @throws 404; 429 after many unknown numbers.
 */
export const trackShipment = (
  db: Db,
  waybill: string,
  { ip, locale }: Pick<Channel, 'locale'> & { ip: string },
): Promise<Shipment> =>
  limitFailedLookups(db, ip, async () => {
    const found = isWaybill(waybill) ? await byWaybill.first(db, waybill) : undefined
    if (!found) throw notFound('We could not find a parcel with this number')
    return toPublicShipment(found.shipment, dayIn(new Date(), timeZoneOf(locale)))
  })

const byWaybill = prepared<{ shipment: ShipmentRow }>(
  'shipment by waybill',
  `select ${shipmentSql} as shipment from shipments s where s.waybill = $1::text`,
)
