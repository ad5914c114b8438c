import { defineEndpoints } from '#contract/define-endpoints.ts'
import { trackPurchaseEndpoint } from '#contract/track-purchase.ts'

export const googleGtagRoutes = { trackPurchase: 'PUT /api/plugins/GoogleGtag/track-purchase' } as const

export const googleGtagEndpoints = defineEndpoints<typeof googleGtagRoutes>()({
  trackPurchase: trackPurchaseEndpoint('google_gtag_event_tracked'),
})
