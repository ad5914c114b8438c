import { open } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { InputsOf } from '../../../tests/staff-matrix/inputs-of.ts'
import type { stockRequestAdminRoutes } from './admin-routes.ts'
import type { stockNoticeRoutes } from './routes.ts'

const staffInputs: InputsOf<{ adminStockRequests: typeof stockRequestAdminRoutes }> = {
  adminStockRequests: { list: {} },
}

export default definePluginRows<typeof stockNoticeRoutes>(
  'stockNotices',
  { request: open({ product_id: 999_999_999, email: 'asha' }, 422) },
  { staffInputs },
)
