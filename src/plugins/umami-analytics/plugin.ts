import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { definePlugin } from '#contract/plugin.ts'
import { trackPurchaseEndpoint } from '#contract/track-purchase.ts'

/** Spec §3 "Plugins", security §11. */
export const umamiAnalytics = definePlugin({
  module_name: 'UmamiAnalytics',
  title: 'Umami',
  description: 'Reports page views and shop events to Umami, also on a server of your own.',
  icon: 'monitor',
  config: z.object({
    website_id: z
      .union([z.literal(''), z.uuid()])
      .default('')
      .meta({ title: 'Website id', description: 'Empty: nothing is reported.' }),
    script_url: z
      .string()
      .regex(/^(https:\/\/[\w.-]+(:\d{1,5})?)?\/(?!\/)[\w./-]+$/)
      .default('https://cloud.umami.is/script.js')
      .meta({
        title: 'Script address',
        description: 'On another server: https://…; on the shop’s own: /umami.js.',
      }),
  }),
  publicConfig: ({ website_id, script_url }) => ({ website_id, script_url }),
  consent: {
    id: 'UmamiAnalytics',
    name: 'Umami',
    description: 'Counts visits and purchases without cookies',
    required: false,
    group: 'optional',
  },
  csp: ({ script_url }) => {
    if (!script_url.startsWith('https:')) return {}
    const { origin } = new URL(script_url)
    // The hosted service receives reports at an address of its own.
    const hosted = origin === 'https://cloud.umami.is' ? ['https://api-gateway.umami.dev'] : []
    return { 'script-src': [origin], 'connect-src': [origin, ...hosted] }
  },
})

export const umamiAnalyticsRoutes = {
  trackPurchase: 'PUT /api/plugins/UmamiAnalytics/track-purchase',
} as const

export const umamiAnalyticsEndpoints = defineEndpoints<typeof umamiAnalyticsRoutes>()({
  trackPurchase: trackPurchaseEndpoint('event_tracked'),
})
