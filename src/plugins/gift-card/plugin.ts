import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'

export const giftCard = definePlugin({
  module_name: 'GiftCard',
  title: 'Gift cards',
  description:
    'Cards with a balance that pay orders in part or as a whole, by a code that staff issue or that is sent by e-mail.',
  icon: 'tag',
  config: z.object({
    valid_months: z.int().min(0).max(120).default(36).meta({
      title: 'Valid for months',
      description:
        'From the day a card is issued. 0: without an end. Check what the law of your country asks.',
    }),
    notice_days: z.int().min(0).max(365).default(30).meta({
      title: 'Notice before it expires, in days',
      description: 'By e-mail, of cards that were sent by e-mail and have a balance. 0: none.',
    }),
  }),
})
