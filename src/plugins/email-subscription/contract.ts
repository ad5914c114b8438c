import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { formTraps } from '#contract/form.ts'

export const subscriptionRoutes = {
  subscribe: 'POST /api/plugins/emailSubscription/subscribe',
  confirm: 'POST /api/plugins/emailSubscription/confirm',
} as const

/** Decisions §4. */
export const subscriptionEndpoints = defineEndpoints<typeof subscriptionRoutes>()({
  subscribe: {
    summary: 'Asks for the newsletter; it is sent after the address is confirmed',
    input: z.object({
      email: z.string().max(300).default(''),
      source: z.enum(['section', 'footer', 'checkout']).default('section'),
      ...formTraps,
    }),
    data: z.object({ email: z.string() }),
    takesForm: true,
  },
  confirm: {
    summary: 'Confirms a subscription with the token of the mail',
    input: z.object({
      email: z.string().max(300).default(''),
      token: z.string().max(200).default(''),
      ...formTraps,
    }),
    data: z.object({ email: z.string() }),
    takesForm: true,
  },
})
