import { z } from 'zod'
import { Order } from './checkout.ts'
import { defineEndpoints } from './define-endpoints.ts'
import * as limits from './limits.ts'
import { PayoutDetails } from './refund.ts'
import type { Routes } from './routes.ts'
import { maxPhotos } from './rules/file-rules.ts'
import { cancelReasons, refundReasons } from './rules/order-reasons.ts'
import { keysOf } from './rules/own-value.ts'
import { Flag, Id, Money, pageOf, Text } from './shapes.ts'

/** The order's customer needs no token; a guest has one from the order's link. */
const OrderRef = {
  order_no: z.string().trim().min(1).max(40),
  token: z.string().min(1).max(200).optional(),
}

const Pieces = { item_id: Id, quantity: z.int().min(1) }
const comment = Text(1_000).default('')
const oneOf = <Words extends Record<string, string>>(words: Words) => z.enum(keysOf(words))

/** What goes back, or is not to be paid, as a refusal BENEFIT_LOST has shown it, in minor units. */
export const AcceptedAmount = z.int().min(0).optional()

/** The name of an uploaded photo; the part after the folder is bound to the order. */
export const PhotoPath = z.string().regex(/^refund\/\d{4}\/\d{2}\/[\w-]{22}\.[\w-]{22}\.webp$/)

export const ordersEndpoints = defineEndpoints<Routes['orders']>()({
  get: {
    summary: 'The customer’s orders, newest first; by number or by what was bought',
    input: z.object({
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      search: z.string().trim().max(100).optional(),
      /** Fewer than a page, for callers that need only the latest. Not in the spec. */
      per_page: z.coerce.number().int().min(1).max(limits.perPage.orders).optional(),
    }),
    data: pageOf(Order),
    access: 'customer',
  },
  item: {
    summary: 'One order, and one of its lines where that is requested',
    input: z.object({ ...OrderRef, item_id: Id.optional() }),
    data: z.object({
      order: Order,
      item: z.object({ id: Id, product_id: Id.nullable(), quantity: z.int() }).nullable(),
    }),
    checksCredentials: true,
  },
  invoice: {
    summary:
      'The number and address of an invoice, by default the order’s first; with download=1 the PDF itself',
    input: z.object({ ...OrderRef, invoice_no: Text(40).optional(), download: Flag.optional() }),
    data: z.object({ invoice_no: z.string(), file_name: z.string(), url: z.string() }),
    refusals: ['NO_INVOICE'],
    file: 'application/pdf',
    checksCredentials: true,
  },
  creditNote: {
    summary: 'The number and address of a refund’s credit note; with download=1 the PDF itself',
    input: z.object({
      ...OrderRef,
      refund_no: Text(40).optional(),
      /** Of a parcel that came back. */
      invoice_no: Text(40).optional(),
      download: Flag.optional(),
    }),
    data: z.object({ credit_note_no: z.string(), file_name: z.string(), url: z.string() }),
    refusals: ['NO_CREDIT_NOTE'],
    file: 'application/pdf',
    checksCredentials: true,
  },
  returnLabel: {
    summary: 'The label with which a return is sent back; with download=1 the PDF itself',
    input: z.object({ ...OrderRef, refund_no: z.string().trim().min(1).max(40), download: Flag.optional() }),
    data: z.object({ file_name: z.string(), url: z.string() }),
    refusals: ['NO_RETURN_LABEL'],
    file: 'application/pdf',
    checksCredentials: true,
  },
  cancel: {
    summary:
      'Cancels an order before it is sent, whole or some pieces of it, also the rest of a partly shipped one',
    input: z.object({
      ...OrderRef,
      /** The whole line when missing. */
      items: z.array(z.object(Pieces)).min(1).max(100).optional(),
      reason: oneOf(cancelReasons),
      comment,
      accepted_amount: AcceptedAmount,
    }),
    data: Order,
    refusals: ['ORDER_NOT_CANCELLABLE', 'BENEFIT_LOST'],
    checksCredentials: true,
  },
  answerChange: {
    summary: 'Accepts a change of an order that costs more and is not paid yet, or keeps the order as it was',
    input: z.object({ ...OrderRef, change_id: Id, accepts: z.boolean() }),
    data: Order,
    refusals: ['ORDER_STATE'],
    checksCredentials: true,
  },
  refundRequest: {
    summary: 'Asks to send pieces of a delivered order back',
    input: z.object({
      ...OrderRef,
      items: z
        .array(
          z.object({
            ...Pieces,
            reason: oneOf(refundReasons),
            comment,
            images: z.array(PhotoPath).max(maxPhotos).default([]),
          }),
        )
        .min(1)
        .max(100),
      refund_to: z.literal('original').default('original'),
      accepted_amount: AcceptedAmount,
    }),
    data: z.object({ refund_no: z.string(), status: z.string(), amount: Money, order: Order }),
    refusals: ['NOT_REFUNDABLE', 'BENEFIT_LOST'],
    checksCredentials: true,
  },
  payout: {
    summary: 'Says, once, where to pay money back that no gateway returns',
    input: z.object({ ...OrderRef, payout: PayoutDetails }),
    data: Order,
    refusals: ['NO_DETAILS_NEEDED'],
    checksCredentials: true,
  },
})
