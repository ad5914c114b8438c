import { z } from 'zod'
import { Cart } from '#contract/cart.ts'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { definePlugin } from '#contract/plugin.ts'
import { Flag, Id, Money, pageOf, Time } from '#contract/shapes.ts'
import { entryPurposes, type storeCreditRoutes } from './routes.ts'

export const storeCredit = definePlugin({
  module_name: 'StoreCredit',
  title: 'Store credit',
  description:
    'A balance of each customer: refunds go to it, staff add to it, and it pays orders at the cart.',
  icon: 'tag',
  config: z.object({}),
})

const cartWrite = {
  api_cart: Flag.optional(),
  cart_session: z.string().max(100).nullish(),
  version: z.coerce.number().int().optional(),
}

/** An entry of the customer's account. */
export const CreditEntry = z.object({
  id: Id,
  at: Time,
  /** Below 0 where it leaves the account. */
  amount: Money,
  purpose: z.enum(entryPurposes),
  /** It takes back what an earlier entry did. */
  is_undo: z.boolean(),
  order_no: z.string().nullable(),
  refund_no: z.string().nullable(),
  /** The reason that staff entered for the customer. */
  note: z.string(),
})
export type CreditEntry = z.infer<typeof CreditEntry>

export const CreditPage = z.coerce.number().int().min(1).max(1_000).default(1)

export const storeCreditEndpoints = defineEndpoints<typeof storeCreditRoutes>()({
  get: {
    summary: 'The balance of the customer in the currency of the channel, and what made it, the newest first',
    input: z.object({ page: CreditPage }),
    data: z.object({ balance: Money, entries: pageOf(CreditEntry) }),
    access: 'customer',
  },
  apply: {
    summary: 'Lets the store credit pay a part of the cart; it is taken with the order',
    input: z.object(cartWrite),
    data: Cart,
    refusals: ['CART_INVALID', 'CART_FULL', 'STALE_CART'],
    access: 'customer',
  },
  remove: {
    summary: 'Takes the store credit off the cart',
    input: z.object(cartWrite),
    data: Cart,
    refusals: ['CART_INVALID', 'STALE_CART'],
    access: 'customer',
  },
})

declare module '#contract/plugin.ts' {
  interface PluginEndpoints {
    storeCredit: typeof storeCreditEndpoints
  }
  interface PluginForms {
    'apply-store-credit': true
    'remove-store-credit': true
  }
}
