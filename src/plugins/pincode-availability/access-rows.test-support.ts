import { open } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { pincodeRoutes } from './routes.ts'

export default definePluginRows<typeof pincodeRoutes>('pincode', { check: open({ pincode: '560001' }) })
