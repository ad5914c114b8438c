import { defineEndpoints } from '#contract/define-endpoints.ts'
import { trackPurchaseEndpoint } from '#contract/track-purchase.ts'

export const microsoftClarityRoutes = {
  trackPurchase: 'PUT /api/plugins/MicrosoftClarity/track-purchase',
} as const

export const microsoftClarityEndpoints = defineEndpoints<typeof microsoftClarityRoutes>()({
  trackPurchase: trackPurchaseEndpoint('event_tracked'),
})
