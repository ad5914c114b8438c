import { order } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { microsoftClarityRoutes } from './plugin.ts'

export default definePluginRows<typeof microsoftClarityRoutes>('microsoftClarity', { trackPurchase: order() })
