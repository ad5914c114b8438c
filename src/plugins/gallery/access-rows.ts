import { open } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { galleryRoutes } from './routes.ts'

export default definePluginRows<typeof galleryRoutes>('gallery', {
  list: open({ gallery_id: 999_999_999 }, 404),
  ofProduct: open({ product_id: 999_999_999 }, 404),
})
