import { trackPurchaseGroup } from '#server/orders/track-purchase.ts'
import { defineServerPlugin } from '#server/plugins/define-server-plugin.ts'
import { googleTagManagerEndpoints, googleTagManagerRoutes } from './contract.ts'
import { googleTagManager } from './plugin.ts'

export const googleTagManagerPlugin = defineServerPlugin(googleTagManager, {
  endpoints: [
    trackPurchaseGroup(googleTagManager, {
      name: 'googleTagManager',
      routes: googleTagManagerRoutes,
      endpoints: googleTagManagerEndpoints,
      flag: 'google_gtm_event_tracked',
    }),
  ],
})
