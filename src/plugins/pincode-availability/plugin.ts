import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'

/** Spec §3 "Plugins", where the name is spelt so. */
export const pincodeAvailability = definePlugin({
  module_name: 'PincodeAvaliability',
  title: 'Pincode availability',
  description: 'Product pages say whether, when and with which payment an order is delivered to a pincode.',
  icon: 'truck',
  config: z.object({
    label: z.string().trim().min(1).max(60).default('Check delivery to your {postcode}').meta({
      title: 'Label',
      description: 'Of the field on product pages. {postcode} is what the country of the channel calls it.',
    }),
    shows_cash_on_delivery: z
      .boolean()
      .default(true)
      .meta({ title: 'Cash on delivery', description: 'Also say whether cash on delivery is available.' }),
  }),
  publicConfig: ({ label, shows_cash_on_delivery }) => ({ label, shows_cash_on_delivery }),
})
