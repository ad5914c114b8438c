import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { definePlugin } from '#contract/plugin.ts'
import { trackPurchaseEndpoint } from '#contract/track-purchase.ts'

/** Spec §3 "Plugins", security §11. */
export const googleGtag = definePlugin({
  module_name: 'GoogleGtag',
  title: 'Google Analytics',
  description: 'Reports page views and shop events to Google Analytics 4.',
  icon: 'monitor',
  config: z.object({
    google_tag_id: z
      .union([z.literal(''), z.string().regex(/^(G|AW|GT)-[A-Z0-9]{4,15}$/)])
      .default('')
      .meta({ title: 'Tag id', description: 'Such as G-AB12CD34EF. Empty: nothing is reported.' }),
    enable_ads: z.boolean().default(false).meta({
      title: 'Advertising',
      description: 'Grants the advertising purposes of Consent Mode too. Off: measurement only.',
    }),
  }),
  publicConfig: ({ google_tag_id, enable_ads }) => ({ google_tag_id, enable_ads }),
  consent: {
    id: 'GoogleGtag',
    name: 'Google Analytics',
    description: 'Measures visits and purchases',
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

export const googleGtagRoutes = { trackPurchase: 'PUT /api/plugins/GoogleGtag/track-purchase' } as const

export const googleGtagEndpoints = defineEndpoints<typeof googleGtagRoutes>()({
  trackPurchase: trackPurchaseEndpoint('google_gtag_event_tracked'),
})
