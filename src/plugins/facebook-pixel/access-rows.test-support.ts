import { order } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { facebookPixelRoutes } from './plugin.ts'

export default definePluginRows<typeof facebookPixelRoutes>('facebookPixel', { trackPurchase: order() })
