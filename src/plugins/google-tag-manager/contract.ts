import { defineEndpoints } from '#contract/define-endpoints.ts'
import { trackPurchaseEndpoint } from '#contract/track-purchase.ts'

export const googleTagManagerRoutes = {
  trackPurchase: 'PUT /api/plugins/GoogleTagManager/track-purchase',
} as const

export const googleTagManagerEndpoints = defineEndpoints<typeof googleTagManagerRoutes>()({
  trackPurchase: trackPurchaseEndpoint('google_gtm_event_tracked'),
})
