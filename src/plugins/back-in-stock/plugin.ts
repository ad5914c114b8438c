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
      .meta({
        title: 'Consent text',
        description:
          'Shown at the form. Links: [privacy policy](/privacy-policy). A text without one is followed by a link to the privacy policy of the store settings.',
      }),
    submit_label: z.string().min(1).max(40).default('Email me when it is back').meta({ title: 'Button' }),
  }),
})
