import { open } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { stockNoticeRoutes } from './routes.ts'

export default definePluginRows<typeof stockNoticeRoutes>('stockNotices', {
  request: open({ product_id: 999_999_999, email: 'asha' }, 422),
})
