import { cart } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { InputsOf } from '../../../tests/staff-matrix/inputs-of.ts'
import type { giftCardAdminRoutes, giftCardRoutes } from './routes.ts'

const staffInputs: InputsOf<{ adminGiftCards: typeof giftCardAdminRoutes }> = {
  adminGiftCards: {
    issue: { amount: 0, request_key: '5f3c1c1e-8a55-4f0e-9a43-1a2b3c4d5e6f' },
    import: { cards: [] },
    block: { id: 999_999_999, is_blocked: true },
    resend: { id: 999_999_999 },
  },
}

export default definePluginRows<typeof giftCardRoutes>(
  'giftCards',
  {
    apply: cart(() => ({ code: 'AAAA-BBBB-CCCC-DDDD' })),
    remove: cart(() => ({ id: 999_999_999 })),
  },
  { staffInputs },
)
