import type { adminCouriersEndpoints, CourierBooking } from '#contract/admin/couriers.ts'
import { money } from '#contract/money.ts'
import {
  cancelBooking,
  readRates,
  requestPickup,
} from '#server/commerce/couriers/bookings/act-on-bookings.ts'
import { carryOutBooking } from '#server/commerce/couriers/bookings/carry-out-booking.ts'
import { openBooking, readPieces } from '#server/commerce/couriers/bookings/open-booking.ts'
import {
  readBooking,
  readCouriers,
  readLabels,
  readOpenBookings,
} from '#server/commerce/couriers/bookings/read-bookings.ts'
import { actorOf } from '#server/platform/audit/audit-log.ts'
import { type Handlers, say, sendFile } from '#server/platform/kernel/handlers.ts'
import { actOnOrder } from './act-on-order.ts'
import { readFacts } from './order-version.ts'

export const adminCouriersHandlers: Handlers<typeof adminCouriersEndpoints> = {
  get: async (_input, call) => ({
    couriers: await readCouriers(call),
    bookings: await readOpenBookings(call.db),
  }),

  async rates({ id, items, weight_g = null }, call) {
    const pieces = await readPieces(call.db, (await readFacts(call.db, id)).order_no, items)
    const { rates, currency, ...found } = await readRates(call, { order_id: id, items: pieces, weight_g })
    const priced = rates.map(({ price, ...rate }) => ({
      ...rate,
      price: price === null ? null : money(price, currency),
    }))
    return { ...found, rates: priced }
  },

  async book({ id, version, ...request }, call) {
    const { order_no } = await readFacts(call.db, id)
    const actor = actorOf(call.visitor)
    const { courier, service, refund_no } = request
    const booking = await actOnOrder(
      call,
      actor,
      {
        orderId: id,
        version,
        action: 'order.book',
        entered: { courier, service, ...(refund_no && { refund_no }) },
      },
      ({ db: tx }) => openBooking(tx, { config: call.config, actor }, { order_no, ...request }),
    )
    await carryOutBooking(call, booking)
    const booked = await readBooking(call.db, booking)
    return say(messageOf(booked), booked)
  },

  async cancel({ id }, call) {
    const isTold = await cancelBooking(call, actorOf(call.visitor), id)
    return say(
      isTold
        ? 'Booking cancelled'
        : 'Cancelled in the shop alone: this courier takes no cancellations here, so please tell it',
      await readBooking(call.db, id),
    )
  },

  async labels({ by, ids }, call) {
    const bytes = await readLabels(call, by, ids)
    return sendFile({ type: 'application/pdf', name: 'labels.pdf', content: bytes })
  },

  async pickup(request, call) {
    const asked = await requestPickup(call, actorOf(call.visitor), request)
    return say(
      asked.count === 0 ? 'No parcel waits for a pick-up' : `Pick-up of ${asked.count} parcels asked for`,
      asked,
    )
  },
}

const messageOf = ({ status, carrier, waybill, problem }: CourierBooking) =>
  status === 'booked'
    ? `Booked: ${carrier} ${waybill}`
    : status === 'failed'
      ? `Not booked: ${problem}`
      : problem
