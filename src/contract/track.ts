import { z } from 'zod'
import { Order, OrderStatus } from './checkout.ts'
import { defineEndpoints } from './define-endpoints.ts'
import type { Routes } from './routes.ts'
import { normaliseWaybill } from './rules/shipment-status.ts'
import { Time } from './shapes.ts'
import { Shipment } from './shipment.ts'

/** The whole order with its shipments. */
const TrackedOrder = z.object({
  verification_required: z.literal(false),
  /** The last part of the tracking URL, as in mails. */
  token: z.string(),
  order_no: z.string(),
  status: OrderStatus,
  status_label: z.string(),
  placed_at: Time,
  shipments: z.array(Shipment),
  order: Order,
})

/** A code was sent if order and contact match; the reply does not reveal whether they do. */
const CodeSent = z.object({ verification_required: z.literal(true), length: z.int() })

export const trackEndpoints = defineEndpoints<Routes['track']>()({
  order: {
    summary:
      'An order with its parcels, for its customer, a signed link, or a visitor with the code sent to its buyer',
    input: z.object({
      order_no: z.string().trim().max(40).optional(),
      /** E-mail or phone of the order. */
      input: z.string().trim().max(254).nullish(),
      otp: z
        .string()
        .regex(/^\d{4}$/)
        .nullish(),
      /** From a mail's link; replaces all other fields. */
      token: z.string().max(200).optional(),
    }),
    data: z.discriminatedUnion('verification_required', [CodeSent, TrackedOrder]),
    credentialRefusals: ['OTP_INVALID'],
  },
  shipment: {
    summary: 'A parcel by its waybill: where it is, and nothing of whom it is for',
    input: z.object({ waybill: z.string().max(100).transform(normaliseWaybill) }),
    data: Shipment,
  },
})

export type TrackedOrder = z.infer<typeof TrackedOrder>
