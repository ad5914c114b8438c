import { trackPurchaseGroup } from '#server/commerce/orders/track-purchase.ts'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { facebookPixel, facebookPixelEndpoints, facebookPixelRoutes } from './plugin.ts'

export const facebookPixelPlugin = defineServerPlugin(facebookPixel, {
  apiVersion: 1,
  endpoints: [
    trackPurchaseGroup(facebookPixel, {
      name: 'facebookPixel',
      routes: facebookPixelRoutes,
      endpoints: facebookPixelEndpoints,
      flag: 'facebook_pixel_event_tracked',
    }),
  ],
})
