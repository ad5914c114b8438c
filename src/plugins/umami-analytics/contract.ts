import { defineEndpoints } from '#contract/define-endpoints.ts'
import { trackPurchaseEndpoint } from '#contract/track-purchase.ts'

export const umamiAnalyticsRoutes = {
  trackPurchase: 'PUT /api/plugins/UmamiAnalytics/track-purchase',
} as const

export const umamiAnalyticsEndpoints = defineEndpoints<typeof umamiAnalyticsRoutes>()({
  trackPurchase: trackPurchaseEndpoint('event_tracked'),
})
