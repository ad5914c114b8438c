import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'

/** A free message that is printed on a card and packed with the order. */
export const giftNote = definePlugin({
  module_name: 'GiftNote',
  title: 'Gift note',
  description: 'Customers add a message to their order; it is printed on a card.',
  icon: 'gift',
  config: z.object({
    label: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .default('Add a gift note')
      .meta({ title: 'Label', description: 'Heading of the field in the cart.' }),
    max_length: z
      .int()
      .min(20)
      .max(500)
      .default(200)
      .meta({ title: 'Length', description: 'Maximum number of characters, 20 to 500.' }),
  }),
  publicConfig: ({ label, max_length }) => ({ label, max_length }),
})
