import { order } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { googleTagManagerRoutes } from './plugin.ts'

export default definePluginRows<typeof googleTagManagerRoutes>('googleTagManager', { trackPurchase: order() })
