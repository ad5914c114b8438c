import { cart } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { giftNoteRoutes } from './routes.ts'

export default definePluginRows<typeof giftNoteRoutes>('giftNote', {
  get: cart(),
  save: cart(() => ({ note: 'Happy birthday' })),
})
