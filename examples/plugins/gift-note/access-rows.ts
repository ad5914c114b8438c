import { cart } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { InputsOf } from '../../../tests/staff-matrix/inputs-of.ts'
import type { giftNoteAdminRoutes } from './admin-routes.ts'
import type { giftNoteRoutes } from './routes.ts'

const staffInputs: InputsOf<{ adminGiftNotes: typeof giftNoteAdminRoutes }> = { adminGiftNotes: { list: {} } }

export default definePluginRows<typeof giftNoteRoutes>(
  'giftNote',
  { get: cart(), save: cart(() => ({ note: 'Happy birthday' })) },
  { staffInputs },
)
