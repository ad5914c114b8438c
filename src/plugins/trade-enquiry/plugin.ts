import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'

/** Spec §3 "Plugins". */
export const tradeEnquiry = definePlugin({
  module_name: 'TradeEnquiry',
  title: 'Trade enquiry',
  description: 'A form for business customers, linked from product pages with the product and quantity.',
  icon: 'mail',
  config: z.object({
    recipient: z
      .union([z.literal(''), z.email()])
      .default('')
      .meta({
        title: 'Recipient',
        description: 'Address that enquiries are mailed to. Empty: the store’s address.',
      }),
    page: z
      .string()
      .regex(/^\/[a-z0-9/-]*$/)
      .default('/trade-enquiry')
      .meta({ title: 'Page', description: 'Path of the page with the form; product pages link to it.' }),
    success_message: z
      .string()
      .max(300)
      .default('Thank you. We will contact you.')
      .meta({ title: 'Message after sending' }),
  }),
  publicConfig: ({ page }) => ({ page }),
})
