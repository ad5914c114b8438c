import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'

export const backInStock = definePlugin({
  module_name: 'BackInStock',
  title: 'Back in stock',
  description:
    'Visitors leave their address at a sold-out product and get one email when it is available again.',
  icon: 'mail',
  config: z.object({
    consent_text: z
      .string()
      .min(1)
      .max(500)
      .default('We use your address for this one email only, and delete it 30 days later.')
      .meta({ title: 'Note', description: 'Shown at the form.' }),
    submit_label: z.string().min(1).max(40).default('Email me').meta({ title: 'Button' }),
  }),
})
