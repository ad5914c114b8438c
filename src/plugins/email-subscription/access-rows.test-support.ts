import { open } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { InputsOf } from '../../../tests/staff-matrix/inputs-of.ts'
import type { subscriberAdminRoutes } from './admin-routes.ts'
import type { subscriptionRoutes } from './contract.ts'

const staffInputs: InputsOf<{ adminSubscribers: typeof subscriberAdminRoutes }> = {
  adminSubscribers: { unsubscribe: { ids: [999_999_999] } },
}

export default definePluginRows<typeof subscriptionRoutes>(
  'emailSubscription',
  {
    subscribe: open({ email: 'asha' }, 422),
    confirm: open({ email: 'asha@example.com', token: 'wrong' }, 422),
  },
  { staffInputs },
)
