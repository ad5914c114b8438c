import { open } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { customisationRoutes } from './contract.ts'

export default definePluginRows<typeof customisationRoutes>('productCustomisation', {
  uploadImage: open({ product_id: 1 }, 422),
})
