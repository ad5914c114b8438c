import { z } from 'zod'
import { refundReasons } from './rules/order-reasons.ts'
import { keysOf } from './rules/own-value.ts'
import { Id, Money, Time } from './shapes.ts'

export const refundStatuses = [
  'refund_requested',
  'refund_approved',
  'refund_rejected',
  'returned',
  'refunded',
] as const

/** Where a refund goes: the way the order was paid, or to the store credit of its customer. */
export const refundTargets = ['original', 'store_credit'] as const
export type RefundTarget = (typeof refundTargets)[number]

/** A refund of an order: a return of items with its progress, or an allowance. Decisions §2 and §4. */
export const Refund = z
  .object({
    refund_no: z.string(),
    /** Not in the spec. `allowance`: a refund without a return; it has no items. */
    kind: z.enum(['return', 'allowance']),
    status: z.enum(refundStatuses),
    status_label: z.string(),
    amount: Money,
    /** The original payment method, or the customer's store credit. */
    refund_to: z.enum(refundTargets),
    /** The shop's message: the reason for declining, or where to send the parcel. */
    note: z.string(),
    requested_at: Time,
    refunded_at: Time.nullable(),
    /** When the customer withdrew from the contract; null for another return. Not in the spec. ADR 0033. */
    withdrawn_at: Time.nullable(),
    /** The new order that it is exchanged for, and the part of the amount that pays it. Not in the spec; null without one. ADR 0036. */
    exchange: z.object({ order_no: z.string(), amount: Money }).nullable(),
    /** Not in the spec; null until the refund is paid. */
    credit_note_no: z.string().nullable(),
    /** Not in the spec. The shop has booked a label for the way back. */
    has_return_label: z.boolean(),
    /** Not in the spec. What is deducted because the items that stay lose it of a promotion; absent without any. ADR 0034. */
    deducted: z.array(z.object({ name: z.string(), amount: Money })).optional(),
    items: z.array(
      z.object({
        item_id: Id,
        quantity: z.int(),
        reason: z.enum(keysOf(refundReasons)),
        comment: z.string(),
        /** URLs of the photos. */
        images: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'Refund' })

export type Refund = z.infer<typeof Refund>

const account = (most: number) => z.string().trim().min(1, 'This field is required').max(most)

/** Where money goes that no gateway returns: paid on delivery, by bank transfer, or too much. Not in the spec. ADR 0036. */
export const PayoutDetails = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('bank'),
    account_name: account(100),
    account_number: account(40).regex(/^[A-Za-z0-9 -]{5,40}$/, 'Please enter the account number'),
    /** IFSC, or the code of the bank in other countries. */
    bank_code: account(20).regex(/^[A-Za-z0-9 -]{3,20}$/, 'Please enter the code of the bank'),
  }),
  z.object({
    kind: z.literal('upi'),
    upi_id: account(100).regex(
      /^[\w.-]{2,60}@[A-Za-z][A-Za-z0-9.-]{1,38}$/,
      'Please enter a UPI ID such as asha@bank',
    ),
  }),
])
export type PayoutDetails = z.infer<typeof PayoutDetails>

/** Money that the shop pays back by hand. */
export const OwedRefund = z.object({
  id: Id,
  amount: Money,
  reason: z.enum(['cancelled', 'returned', 'surplus', 'allowance']),
  at: Time,
  /** From before the shop recorded such debts: it may have been paid already. */
  is_earlier: z.boolean(),
  /** Null while it is to be paid. */
  paid_on: z.iso.date().nullable(),
  reference: z.string(),
})
export type OwedRefund = z.infer<typeof OwedRefund>
