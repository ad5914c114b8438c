import { trackPurchaseGroup } from '#server/commerce/orders/track-purchase.ts'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { googleGtag, googleGtagEndpoints, googleGtagRoutes } from './plugin.ts'

export const googleGtagPlugin = defineServerPlugin(googleGtag, {
  apiVersion: 1,
  endpoints: [
    trackPurchaseGroup(googleGtag, {
      name: 'googleGtag',
      routes: googleGtagRoutes,
      endpoints: googleGtagEndpoints,
      flag: 'google_gtag_event_tracked',
    }),
  ],
})
