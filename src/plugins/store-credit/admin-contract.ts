import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, IdText, Money, pageOf, Text } from '#contract/shapes.ts'
import { CreditEntry, CreditPage } from './contract.ts'
import type { storeCreditAdminRoutes } from './routes.ts'

/** The store credit of a customer, as staff see it. */
const CustomerCredit = z.object({
  /** One in each currency that the customer ever had credit in. */
  balances: z.array(Money),
  entries: pageOf(
    CreditEntry.extend({
      /** Of the staff; empty for what an order did. */
      actor: z.string(),
      /** Staff made it, and it is not undone. */
      can_undo: z.boolean(),
    }),
  ),
})
export type CustomerCredit = z.infer<typeof CustomerCredit>

const staff = { access: 'staff', whileLocked: true } as const

/** Store credit in the back office. */
export const storeCreditAdminEndpoints = defineEndpoints<typeof storeCreditAdminRoutes>()({
  get: {
    summary: 'The store credit of a customer',
    input: z.object({ customer_id: IdText, page: CreditPage }),
    data: CustomerCredit,
    ...staff,
    permission: 'customers.read',
  },
  adjust: {
    summary: 'Gives credit to a customer, or takes it: an amount below 0',
    input: z.object({
      customer_id: Id,
      /** Minor units of the currency of the channel. */
      amount: z
        .int()
        .min(-100_000_000)
        .max(100_000_000)
        .refine((amount) => amount !== 0, 'Please enter an amount'),
      /** The customer reads it. */
      reason: Text(200).min(1, 'Please enter the reason'),
      request_key: z.uuid(),
      /** The newest entry that the caller has seen, 0 without any: refused when staff have given or taken credit since. */
      seen_entry_id: z.int().min(0).optional(),
    }),
    data: CustomerCredit,
    refusals: ['STALE_RECORD'],
    ...staff,
    permission: 'customers.write',
  },
  undo: {
    summary: 'Undoes what staff gave or took, by an entry in the other direction',
    input: z.object({ customer_id: Id, entry_id: Id }),
    data: CustomerCredit,
    refusals: ['NO_CREDIT_LEFT'],
    ...staff,
    permission: 'customers.write',
  },
})

declare module '#contract/plugin.ts' {
  interface PluginAdminEndpoints {
    adminStoreCredit: typeof storeCreditAdminEndpoints
  }
}
