import { trackPurchaseGroup } from '#server/commerce/orders/track-purchase.ts'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { microsoftClarity, microsoftClarityEndpoints, microsoftClarityRoutes } from './plugin.ts'

export const microsoftClarityPlugin = defineServerPlugin(microsoftClarity, {
  apiVersion: 1,
  endpoints: [
    trackPurchaseGroup(microsoftClarity, {
      name: 'microsoftClarity',
      routes: microsoftClarityRoutes,
      endpoints: microsoftClarityEndpoints,
      flag: 'event_tracked',
    }),
  ],
})
