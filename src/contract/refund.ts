import { z } from 'zod'
import { refundReasons } from './rules/order-reasons.ts'
import { Id, Money, Time } from './shapes.ts'

export const refundStatuses = [
  'refund_requested',
  'refund_approved',
  'refund_rejected',
  'returned',
  'refunded',
] as const

/** What a shopper sends back of an order, and how far that is. Decisions §2 and §4. */
export const Refund = z
  .object({
    refund_no: z.string(),
    status: z.enum(refundStatuses),
    status_label: z.string(),
    amount: Money,
    /** The way it was paid. */
    refund_to: z.literal('original'),
    /** The shop's word on it: why it was declined, where to send the parcel. */
    note: z.string(),
    requested_at: Time,
    refunded_at: Time.nullable(),
    /** Ours beside the spec's; null until the money is on its way. */
    credit_note_no: z.string().nullable(),
    items: z.array(
      z.object({
        item_id: Id,
        quantity: z.int(),
        reason: z.enum(Object.keys(refundReasons) as [keyof typeof refundReasons]),
        comment: z.string(),
        /** Addresses of the photos. */
        images: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'Refund' })

export type Refund = z.infer<typeof Refund>
