import { z } from 'zod'
import { listQuery } from '#contract/admin/resource.ts'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, Money, pageOf, Text, Time } from '#contract/shapes.ts'
import { type giftCardAdminRoutes, giftCardStates } from './routes.ts'

export const GiftCardRow = z.object({
  id: Id,
  /** With the last four characters of the code. */
  label: z.string(),
  balance: Money,
  issued: Money,
  state: z.enum(giftCardStates),
  note: z.string(),
  created_at: Time,
  expires_at: Time.nullable(),
})
export type GiftCardRow = z.infer<typeof GiftCardRow>

const staff = { access: 'staff', whileLocked: true } as const

/** Gift cards in the back office. */
export const giftCardAdminEndpoints = defineEndpoints<typeof giftCardAdminRoutes>()({
  list: {
    summary: 'A page of the gift cards; `q` are the last four characters of a code',
    input: z.object(listQuery(['id'])),
    data: pageOf(GiftCardRow),
    ...staff,
    permission: 'marketing.read',
  },
  issue: {
    summary: 'Issues a gift card; the reply is the only one that has its code',
    input: z.object({
      /** Minor units of the currency of the channel. */
      amount: z.int().min(1).max(100_000_000),
      note: Text(200).default(''),
      request_key: z.uuid(),
    }),
    data: z.object({ id: Id, code: z.string(), label: z.string() }),
    refusals: ['ALREADY_ISSUED'],
    ...staff,
    permission: 'marketing.write',
  },
  block: {
    summary: 'Blocks a gift card, which then pays nothing, or unblocks it',
    input: z.object({ id: Id, is_blocked: z.boolean() }),
    data: z.object({ is_blocked: z.boolean() }),
    ...staff,
    permission: 'marketing.write',
  },
})

declare module '#contract/plugin.ts' {
  interface PluginAdminEndpoints {
    adminGiftCards: typeof giftCardAdminEndpoints
  }
}
