import { z } from 'zod'
import { defineEndpoints } from './define-endpoints.ts'
import { Id, Text, Time } from './shapes.ts'

/** Apart from `routes.ts`, which every page loads: the page of the withdrawal is a form without a script. ADR 0033. */
export const withdrawalRoutes = {
  order: 'POST /api/withdrawal/order',
  state: 'POST /api/withdrawal/state',
  statement: 'GET /api/withdrawal/statement/:token',
} as const

const Reference = {
  order_no: Text(60).min(1, 'Please enter the order number'),
  /** E-mail or phone of the order. */
  input: Text(254).min(1, 'Please enter the email or phone of the order'),
}

export const withdrawalEndpoints = defineEndpoints<typeof withdrawalRoutes>()({
  order: {
    summary:
      'The items of an order that its buyer can withdraw from; null where number and contact are of no order',
    /** Without both: only whether this shop has such a right. */
    input: z.object({ order_no: Text(60).optional(), input: Text(254).optional() }),
    data: z.object({
      is_offered: z.boolean(),
      order: z
        .object({
          order_no: z.string(),
          /** Until when; null before the delivery. */
          until: Time.nullable(),
          is_over: z.boolean(),
          /** Some of its discounts are calculated again for what stays. */
          is_calculated_again: z.boolean(),
          lines: z.array(
            z.object({
              item_id: Id,
              name: z.string(),
              quantity: z.int(),
              /** Why it is excluded; null otherwise. */
              excluded: z.string().nullable(),
            }),
          ),
        })
        .nullable(),
    }),
  },
  state: {
    summary:
      'States the withdrawal from a contract, whole or in part. It is stored in any case, and acknowledged',
    input: z.object({
      ...Reference,
      name: Text(120).default(''),
      /** What it is about, where the order was not found. */
      content: Text(2_000).default(''),
      /** Left out: everything that can be withdrawn from. */
      items: z
        .array(z.object({ item_id: Id, quantity: z.int().min(1).max(9_999) }))
        .max(100)
        .optional(),
    }),
    data: z.object({ token: z.string() }),
  },
  statement: {
    summary: 'A statement by the token of its acknowledgement',
    input: z.object({ token: z.string().max(100) }),
    data: z.object({
      stated_at: Time,
      values: z.array(z.object({ label: z.string(), value: z.string() })),
    }),
  },
})
