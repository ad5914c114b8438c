import { z } from 'zod'
import { defineEndpoints } from '../define-endpoints.ts'
import { Day, Id, IdList, IdText, Money, Text, Time } from '../shapes.ts'
import type { AdminRoutes } from './routes.ts'

const Courier = Text(40).min(1, 'Please choose a courier')
/** A courier's code of a service; empty: the courier chooses. */
const Service = Text(60).default('')
const Pieces = z.array(z.object({ order_item_id: Id, quantity: z.int().min(1) })).max(100)

/** A parcel that is booked at a courier, or was to be. */
export const CourierBooking = z
  .object({
    id: Id,
    order_id: Id,
    order_no: z.string(),
    /** The return that its label is for. */
    refund_no: z.string().nullable(),
    courier: z.string(),
    /** `pending`: the courier has not answered; the shop asks again. */
    status: z.enum(['pending', 'booked', 'failed', 'cancelled']),
    problem: z.string(),
    /** Who carries it; empty before it is booked. */
    carrier: z.string(),
    waybill: z.string().nullable(),
    price: Money.nullable(),
    items: z.array(z.object({ order_item_id: Id, quantity: z.int() })),
    has_label: z.boolean(),
    /** Its label can be put into one file with others. */
    is_mergeable: z.boolean(),
    pickup_on: z.string().nullable(),
    pickup_reference: z.string(),
    /** It is a shipment of the order. */
    has_left: z.boolean(),
    at: Time,
  })
  .meta({ id: 'AdminCourierBooking' })
export type CourierBooking = z.infer<typeof CourierBooking>

const CourierRate = z.object({
  courier: z.string(),
  courier_name: z.string(),
  service: z.string(),
  name: z.string(),
  price: Money.nullable(),
  days: z.int().nullable(),
  /** Of the delivery method of the order. */
  is_default: z.boolean(),
})

const writes = { access: 'staff', permission: 'orders.write', whileLocked: true } as const
const reads = { access: 'staff', permission: 'orders.read', whileLocked: true } as const

export const adminCouriersEndpoints = defineEndpoints<AdminRoutes['adminCouriers']>()({
  get: {
    summary:
      'The couriers that the shop can use, and the newest 200 bookings that have not left, failed or wait for an answer',
    input: z.object({}),
    data: z.object({
      couriers: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          has_pickup: z.boolean(),
          /** Booked parcels that no pick-up was asked for. */
          to_pick_up: z.int(),
        }),
      ),
      bookings: z.array(CourierBooking),
    }),
    ...reads,
  },
  rates: {
    summary: 'What the couriers of its channel ask for a parcel of an order, the cheapest first',
    input: z.object({
      id: IdText,
      /** Default: everything that is not shipped yet. */
      items: Pieces.min(1).optional(),
      weight_g: z.int().min(1).max(1_000_000).optional(),
    }),
    data: z.object({
      rates: z.array(CourierRate),
      weight_g: z.int().nullable(),
      /** Couriers that gave no rates, with the reason. */
      problems: z.array(z.string()),
    }),
    refusals: ['NOTHING_TO_SHIP', 'ITEM_SHIPPED'],
    ...writes,
  },
  book: {
    summary:
      'Books a parcel of an order at a courier, or the label of a return; the answer may still be `pending`',
    input: z.object({
      id: IdText,
      version: z.string().min(1).max(64),
      courier: Courier,
      service: Service,
      items: Pieces.min(1).optional(),
      weight_g: z.int().min(1).max(1_000_000).optional(),
      refund_no: Text(40).min(1).optional(),
    }),
    data: CourierBooking,
    refusals: ['STALE_RECORD', 'ORDER_STATE', 'COURIER_UNAVAILABLE', 'NOTHING_TO_SHIP', 'ITEM_SHIPPED'],
    ...writes,
  },
  cancel: {
    summary: 'Cancels a booking that has not left, at the courier too',
    input: z.object({ id: IdText }),
    data: CourierBooking,
    refusals: ['ORDER_STATE', 'COURIER_UNAVAILABLE'],
    ...writes,
  },
  labels: {
    summary: 'The labels of bookings, or of the parcels that orders have booked, as one PDF',
    input: z.object({
      by: z.enum(['booking', 'order']).default('booking'),
      ids: IdList,
    }),
    data: z.null(),
    file: 'application/pdf',
    ...reads,
  },
  pickup: {
    summary: 'Asks a courier for a pick-up of every booked parcel that none was asked for',
    input: z.object({
      courier: Courier,
      date: Day,
      /** The same for a repeated request: the courier is asked once. */
      key: z.uuid(),
    }),
    data: z.object({ count: z.int(), reference: z.string() }),
    refusals: ['COURIER_UNAVAILABLE'],
    ...writes,
  },
})
