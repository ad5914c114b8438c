import { customer } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { InputsOf } from '../../../tests/staff-matrix/inputs-of.ts'
import type { storeCreditAdminRoutes, storeCreditRoutes } from './routes.ts'

const staffInputs: InputsOf<{ adminStoreCredit: typeof storeCreditAdminRoutes }> = {
  adminStoreCredit: {
    get: { customer_id: 1 },
    adjust: {
      customer_id: 999_999_999,
      amount: 0,
      reason: 'x',
      request_key: '5f3c1c1e-8a55-4f0e-9a43-1a2b3c4d5e6f',
    },
    undo: { customer_id: 1, entry_id: 999_999_999 },
  },
}

export default definePluginRows<typeof storeCreditRoutes>(
  'storeCredit',
  { get: customer(), apply: customer({}, 409), remove: customer({}, 409) },
  { staffInputs },
)
