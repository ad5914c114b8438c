import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'

/** Spec §3 "Plugins". */
export const emailSubscription = definePlugin({
  module_name: 'emailSubscription',
  title: 'Email subscription',
  description: 'Newsletter subscriptions with double opt-in and a record of the consent.',
  icon: 'mail',
  config: z.object({
    consent_text: z
      .string()
      .min(1)
      .max(500)
      .default('We email you about offers and news. You can unsubscribe at any time.')
      .meta({
        title: 'Consent text',
        description:
          'Shown at the form and stored with each subscription. Links: [privacy policy](/privacy-policy). A text without one is followed by a link to the privacy policy of the store settings.',
      }),
    submit_label: z.string().min(1).max(40).default('Subscribe').meta({ title: 'Button' }),
  }),
})
