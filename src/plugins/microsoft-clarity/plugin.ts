import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { definePlugin } from '#contract/plugin.ts'
import { trackPurchaseEndpoint } from '#contract/track-purchase.ts'

/** Spec §3 "Plugins", security §11. */
export const microsoftClarity = definePlugin({
  module_name: 'MicrosoftClarity',
  title: 'Microsoft Clarity',
  description: 'Records anonymous sessions and heat maps in Microsoft Clarity.',
  icon: 'monitor',
  config: z.object({
    code: z
      .union([z.literal(''), z.string().regex(/^[a-z0-9]{8,15}$/)])
      .default('')
      .meta({ title: 'Project id', description: 'Empty: nothing is recorded.' }),
  }),
  publicConfig: ({ code }) => ({ code }),
  consent: {
    id: 'MicrosoftClarity',
    name: 'Microsoft Clarity',
    description: 'Records how pages are used, with all texts typed by you masked',
    cookie_names: ['_clck', '_clsk'],
    required: false,
    group: 'optional',
  },
  csp: () => ({
    'script-src': ['https://www.clarity.ms', 'https://*.clarity.ms'],
    'connect-src': ['https://*.clarity.ms'],
    'img-src': ['https://*.clarity.ms', 'https://c.bing.com'],
  }),
})

export const microsoftClarityRoutes = {
  trackPurchase: 'PUT /api/plugins/MicrosoftClarity/track-purchase',
} as const

export const microsoftClarityEndpoints = defineEndpoints<typeof microsoftClarityRoutes>()({
  trackPurchase: trackPurchaseEndpoint('event_tracked'),
})
