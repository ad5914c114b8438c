import { trackPurchaseGroup } from '#server/commerce/orders/track-purchase.ts'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { googleTagManager, googleTagManagerEndpoints, googleTagManagerRoutes } from './plugin.ts'

export const googleTagManagerPlugin = defineServerPlugin(googleTagManager, {
  apiVersion: 1,
  endpoints: [
    trackPurchaseGroup(googleTagManager, {
      name: 'googleTagManager',
      routes: googleTagManagerRoutes,
      endpoints: googleTagManagerEndpoints,
      flag: 'google_gtm_event_tracked',
    }),
  ],
})
