import { z } from 'zod'
import { listQuery } from '#contract/admin/resource.ts'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Day, Id, Money, pageOf, Text, Time } from '#contract/shapes.ts'
import { type giftCardAdminRoutes, giftCardStates, plainCode } from './routes.ts'

export const GiftCardRow = z.object({
  id: Id,
  /** With the last four characters of the code. */
  label: z.string(),
  balance: Money,
  issued: Money,
  state: z.enum(giftCardStates),
  note: z.string(),
  /** Where it is or was sent; empty for one that staff hand over. */
  sent_to: z.string(),
  /** When it was sent; null before, and for one that staff hand over. */
  sent_at: Time.nullable(),
  /** When it is sent, or was to be. */
  send_at: Time.nullable(),
  created_at: Time,
  expires_at: Time.nullable(),
})
export type GiftCardRow = z.infer<typeof GiftCardRow>

const Recipient = z.object({
  email: z.email().max(200),
  name: Text(100).default(''),
  message: Text(500).default(''),
  /** The day in the time zone of the shop; left out: at once. */
  send_on: Day.optional(),
})
export type Recipient = z.output<typeof Recipient>

const staff = { access: 'staff', whileLocked: true } as const

/** Gift cards in the back office. */
export const giftCardAdminEndpoints = defineEndpoints<typeof giftCardAdminRoutes>()({
  list: {
    summary:
      'A page of the gift cards; `q` are the last four characters of a code, or the number of an order',
    input: z.object({
      ...listQuery(['id']),
      /** The cards that were bought with this order alone. */
      order_no: Text(40).optional(),
    }),
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
      /** Whom it is sent to by e-mail; without it the code is handed over by staff. */
      recipient: Recipient.optional(),
    }),
    data: z.object({
      id: Id,
      code: z.string(),
      label: z.string(),
      /** The link of the card's page, to be printed. */
      page: z.url(),
    }),
    refusals: ['ALREADY_ISSUED'],
    ...staff,
    permission: 'marketing.write',
  },
  import: {
    summary: 'Takes over cards of another system with their codes and balances: all of them or none',
    input: z.object({
      cards: z
        .array(
          z.object({
            /** As customers have it. Letters and digits count, at least 8 of them. */
            code: Text(60).refine(
              (code) => plainCode(code).length >= 8,
              'A code has at least 8 letters and digits',
            ),
            /** Minor units of the currency of the channel. */
            amount: z.int().min(1).max(100_000_000),
            /** The last day; null: without an end. */
            valid_until: Day.nullable(),
          }),
        )
        .min(1, 'Please enter at least one card')
        .max(1_000, 'At most 1,000 cards at once'),
      note: Text(200).default(''),
    }),
    data: z.object({ imported: z.int() }),
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
  resend: {
    summary:
      'Sends a gift card that was sent by e-mail again, with a new code: the former one pays nothing any more',
    input: z.object({
      id: Id,
      /** In place of the address that it was to go to: also for a card that waits for its day. */
      email: z.email().max(200).optional(),
    }),
    data: z.object({ label: z.string() }),
    refusals: ['NOT_RESENDABLE'],
    ...staff,
    permission: 'marketing.write',
  },
})

declare module '#contract/plugin.ts' {
  interface PluginAdminEndpoints {
    adminGiftCards: typeof giftCardAdminEndpoints
  }
}
