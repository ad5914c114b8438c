import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { definePlugin } from '#contract/plugin.ts'
import { trackPurchaseEndpoint } from '#contract/track-purchase.ts'

/** Spec §3 "Plugins", security §11. */
export const facebookPixel = definePlugin({
  module_name: 'FacebookPixel',
  title: 'Meta Pixel',
  description: 'Reports page views and shop events to Meta, for ads on Facebook and Instagram.',
  icon: 'monitor',
  config: z.object({
    code: z
      .union([z.literal(''), z.string().regex(/^\d{10,20}$/)])
      .default('')
      .meta({ title: 'Pixel id', description: 'A number. Empty: nothing is reported.' }),
  }),
  publicConfig: ({ code }) => ({ code }),
  consent: {
    id: 'FacebookPixel',
    name: 'Meta Pixel',
    description: 'Measures how well ads on Facebook and Instagram work',
    cookie_names: ['_fbp', '_fbc'],
    required: false,
    group: 'optional',
  },
  csp: () => ({
    'script-src': ['https://connect.facebook.net'],
    'connect-src': ['https://connect.facebook.net', 'https://www.facebook.com'],
    'img-src': ['https://www.facebook.com'],
  }),
})

export const facebookPixelRoutes = { trackPurchase: 'PUT /api/plugins/FacebookPixel/track-purchase' } as const

export const facebookPixelEndpoints = defineEndpoints<typeof facebookPixelRoutes>()({
  trackPurchase: trackPurchaseEndpoint('facebook_pixel_event_tracked'),
})
