import { z } from 'zod'
import { listQuery } from '#contract/admin/resource.ts'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, Money, pageOf, Time } from '#contract/shapes.ts'
import { type abandonedCartAdminRoutes, cartStates } from './routes.ts'

export const AbandonedCartRow = z.object({
  id: Id,
  /** Empty where no mail may go to it, and once it is erased. */
  email: z.string(),
  customer: z.object({ id: Id, name: z.string() }).nullable(),
  channel: z.string(),
  amount: Money,
  pieces: z.int(),
  state: z.enum(cartStates),
  mails: z.int(),
  abandoned_at: Time,
  last_mail_at: Time.nullable(),
  next_mail_at: Time.nullable(),
  opened_at: Time.nullable(),
  /** The order that counts for the mails. */
  order: z.object({ id: Id, order_no: z.string(), total: Money }).nullable(),
})
export type AbandonedCartRow = z.infer<typeof AbandonedCartRow>

/** Of the carts that were left in the last 30 days. */
export const CartResults = z.object({
  carts: z.int(),
  mailed: z.int(),
  mails: z.int(),
  opened: z.int(),
  /** Without cancelled ones, by currency. */
  recovered: z.array(z.object({ orders: z.int(), total: Money })),
})
export type CartResults = z.infer<typeof CartResults>

const reads = { access: 'staff', whileLocked: true, permission: 'marketing.read' } as const

/** Abandoned carts in the back office. */
export const abandonedCartAdminEndpoints = defineEndpoints<typeof abandonedCartAdminRoutes>()({
  list: {
    summary: 'A page of the carts that were left with an address; `q` is the beginning of the address',
    input: z.object({ ...listQuery(['id', 'amount']), state: z.enum(cartStates).optional() }),
    data: pageOf(AbandonedCartRow),
    ...reads,
  },
  results: {
    summary: 'Carts, mails and recovered orders of the last 30 days',
    input: z.object({}),
    data: CartResults,
    ...reads,
  },
})

declare module '#contract/plugin.ts' {
  interface PluginAdminEndpoints {
    adminAbandonedCarts: typeof abandonedCartAdminEndpoints
  }
}
