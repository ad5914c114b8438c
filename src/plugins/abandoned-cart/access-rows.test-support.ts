import { cart } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { InputsOf } from '../../../tests/staff-matrix/inputs-of.ts'
import type { abandonedCartAdminRoutes, abandonedCartRoutes } from './routes.ts'

const staffInputs: InputsOf<{ adminAbandonedCarts: typeof abandonedCartAdminRoutes }> = {
  adminAbandonedCarts: { results: {} },
}

export default definePluginRows<typeof abandonedCartRoutes>(
  'abandonedCart',
  {
    left: cart(() => ({ token: '1.9999999999.none' })),
    restore: cart(() => ({ token: '1.9999999999.none' })),
  },
  { staffInputs },
)
