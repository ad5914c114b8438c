import { normaliseWaybill } from '#contract/rules/shipment-status.ts'
import { shipmentEnded, unknownWaybill, waybillTaken } from '#server/commerce/orders/model/refusals.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { errorCode } from '#server/platform/kernel/errors.ts'
import type { ShippingServices } from '../model/shipping-services.ts'
import { isUnderWay } from '../model/to-shipments.ts'
import { holdOrder } from './order-moves.ts'
import { orderOfParcel, requireParcel } from './ship-order.ts'
import { queueShipmentMessages } from './shipment-messages.ts'

export type Correction = {
  waybill: string
  /** Empty: the shop gives the parcel a number of its own. */
  new_waybill: string
  courier: string
}

/**
 * Gives a parcel the waybill that it really has, such as after those of two orders were mixed up, and the customer a message with it. The
 * bookings of both numbers follow: the one that was taken is free again.
 * @returns the waybill as stored
 * @throws 404 for an unknown waybill; 409 SHIPMENT_DELIVERED, WAYBILL_TAKEN naming the order; 422 at waybill or courier
 */
export const correctWaybill = (
  services: ShippingServices,
  { waybill, new_waybill, courier }: Correction,
): Promise<string> =>
  inTransaction(services.db, async (tx) => {
    const former = normaliseWaybill(waybill)
    const named = await orderOfParcel.first(tx, former)
    if (!named) throw unknownWaybill(former)
    const order = await holdOrder(tx, named.order_no)
    const next = requireParcel({ order_no: order.order_no, courier, waybill: new_waybill })
    const taken = next === former ? undefined : await orderOfParcel.first(tx, next)
    if (taken) throw waybillTaken(next, taken.order_no)
    const corrected = await correct.first(tx, former, next, courier.trim()).catch((error: unknown) => {
      throw errorCode(error) === '23505' ? waybillTaken(next) : error
    })
    if (!corrected) throw shipmentEnded(former, named.end)
    if (next !== former)
      await queueShipmentMessages(tx, services.config, order, { step: 'shipped', waybill: next })
    return next
  })

const correct = prepared<{ id: number }>(
  'correct waybill',
  `with parcel as (
    update shipments s set waybill = $2::text, courier = $3::text, tracking_url = case when $1::text = $2::text then s.tracking_url else (
        select b.tracking_url from courier_bookings b where b.waybill = $2::text and b.status = 'booked'
      ) end
    where s.waybill = $1::text and ${isUnderWay('s')} returning s.id
  ),
  booking as (
    update courier_bookings b set left_at = case when b.waybill = $2::text then coalesce(b.left_at, now()) end
    from parcel where b.waybill in ($1::text, $2::text) and b.status = 'booked'
  )
  select id from parcel`,
)
