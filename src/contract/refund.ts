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

/** A return of items of an order, with its progress. Decisions §2 and §4. */
export const Refund = z
  .object({
    refund_no: z.string(),
    status: z.enum(refundStatuses),
    status_label: z.string(),
    amount: Money,
    /** The original payment method. */
    refund_to: z.literal('original'),
    /** The shop's message: the reason for declining, or where to send the parcel. */
    note: z.string(),
    requested_at: Time,
    refunded_at: Time.nullable(),
    /** Not in the spec; null until the refund is paid. */
    credit_note_no: z.string().nullable(),
    items: z.array(
      z.object({
        item_id: Id,
        quantity: z.int(),
        reason: z.enum(Object.keys(refundReasons) as [keyof typeof refundReasons]),
        comment: z.string(),
        /** URLs of the photos. */
        images: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'Refund' })

export type Refund = z.infer<typeof Refund>
