import { order } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { googleGtagRoutes } from './plugin.ts'

export default definePluginRows<typeof googleGtagRoutes>('googleGtag', { trackPurchase: order() })
