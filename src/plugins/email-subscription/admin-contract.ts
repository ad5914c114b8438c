import { z } from 'zod'
import { listQuery } from '#contract/admin/resource.ts'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, IdText, pageOf, Time } from '#contract/shapes.ts'
import type { subscriberAdminRoutes } from './admin-routes.ts'

export const subscriberStates = ['subscribed', 'unconfirmed', 'unsubscribed'] as const

export const Subscriber = z.object({
  id: Id,
  email: z.string(),
  state: z.enum(subscriberStates),
  source: z.string(),
  requested_at: Time,
  confirmed_at: Time.nullable(),
  unsubscribed_at: Time.nullable(),
})
export type Subscriber = z.infer<typeof Subscriber>

const staff = { access: 'staff', whileLocked: true } as const

/** Newsletter subscriptions in the back office. */
export const subscriberAdminEndpoints = defineEndpoints<typeof subscriberAdminRoutes>()({
  list: {
    summary: 'A page of the newsletter subscriptions; `q` is the beginning of an e-mail address',
    input: z.object({ ...listQuery(['id']), state: z.enum(subscriberStates).optional() }),
    data: pageOf(Subscriber),
    ...staff,
    permission: 'marketing.read',
  },
  unsubscribe: {
    summary:
      'Ends subscriptions: the addresses get no more marketing mail; each one succeeds or fails on its own',
    input: z.object({ ids: z.array(Id).min(1).max(500) }),
    data: z.object({
      results: z.array(z.object({ id: Id, code: z.string().nullable(), message: z.string() })),
    }),
    ...staff,
    permission: 'marketing.write',
  },
  export: {
    summary:
      'Confirmed subscribers that have not unsubscribed, all or those of a segment of customers, with the record of their consent, as CSV',
    credentialRefusals: ['PROOF_REQUIRED'],
    /** A segment needs the permission to see customers too. */
    input: z.object({ segment: IdText.optional() }),
    data: z.null(),
    file: 'text/csv',
    ...staff,
    permission: 'marketing.write',
  },
})

declare module '#contract/plugin.ts' {
  interface PluginAdminEndpoints {
    adminSubscribers: typeof subscriberAdminEndpoints
  }
}
