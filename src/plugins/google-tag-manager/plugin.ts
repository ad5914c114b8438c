import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { definePlugin } from '#contract/plugin.ts'
import { trackPurchaseEndpoint } from '#contract/track-purchase.ts'

/** Spec §3 "Plugins", security §11. */
export const googleTagManager = definePlugin({
  module_name: 'GoogleTagManager',
  title: 'Google Tag Manager',
  description: 'Loads a container of Google Tag Manager and gives it the shop events.',
  icon: 'monitor',
  config: z.object({
    tag_code: z
      .union([z.literal(''), z.string().regex(/^GTM-[A-Z0-9]{4,10}$/)])
      .default('')
      .meta({ title: 'Container id', description: 'Such as GTM-AB12CD3. Empty: nothing is loaded.' }),
    enable_ads: z.boolean().default(false).meta({
      title: 'Advertising',
      description: 'Grants the advertising purposes of Consent Mode too. Off: measurement only.',
    }),
  }),
  publicConfig: ({ tag_code, enable_ads }) => ({ tag_code, enable_ads }),
  consent: {
    id: 'GoogleTagManager',
    name: 'Google Tag Manager',
    description: 'Loads tags that measure visits and purchases',
    cookie_names: ['_ga', '_ga_*', '_gid', '_gat*', '_gcl_*'],
    required: false,
    group: 'optional',
  },
  csp: () => ({
    'script-src': ['https://www.googletagmanager.com'],
    'connect-src': [
      'https://www.googletagmanager.com',
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
    ],
    'img-src': ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
  }),
})

export const googleTagManagerRoutes = {
  trackPurchase: 'PUT /api/plugins/GoogleTagManager/track-purchase',
} as const

export const googleTagManagerEndpoints = defineEndpoints<typeof googleTagManagerRoutes>()({
  trackPurchase: trackPurchaseEndpoint('google_gtm_event_tracked'),
})
