import { trackPurchaseGroup } from '#server/commerce/orders/track-purchase.ts'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { umamiAnalytics, umamiAnalyticsEndpoints, umamiAnalyticsRoutes } from './plugin.ts'

export const umamiAnalyticsPlugin = defineServerPlugin(umamiAnalytics, {
  apiVersion: 1,
  endpoints: [
    trackPurchaseGroup(umamiAnalytics, {
      name: 'umamiAnalytics',
      routes: umamiAnalyticsRoutes,
      endpoints: umamiAnalyticsEndpoints,
      flag: 'event_tracked',
    }),
  ],
})
