import { order } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { microsoftClarityRoutes } from './contract.ts'

export default definePluginRows<typeof microsoftClarityRoutes>('microsoftClarity', { trackPurchase: order() })
