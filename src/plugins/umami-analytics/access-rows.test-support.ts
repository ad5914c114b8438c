import { order } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { umamiAnalyticsRoutes } from './plugin.ts'

export default definePluginRows<typeof umamiAnalyticsRoutes>('umamiAnalytics', { trackPurchase: order() })
