import { open } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { tradeRoutes } from './contract.ts'

export default definePluginRows<typeof tradeRoutes>('tradeEnquiry', { submit: open({ name: 'Asha' }, 422) })
