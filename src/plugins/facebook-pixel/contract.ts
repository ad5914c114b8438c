import { defineEndpoints } from '#contract/define-endpoints.ts'
import { trackPurchaseEndpoint } from '#contract/track-purchase.ts'

export const facebookPixelRoutes = { trackPurchase: 'PUT /api/plugins/FacebookPixel/track-purchase' } as const

export const facebookPixelEndpoints = defineEndpoints<typeof facebookPixelRoutes>()({
  trackPurchase: trackPurchaseEndpoint('facebook_pixel_event_tracked'),
})
