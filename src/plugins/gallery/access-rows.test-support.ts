import { open } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { InputsOf } from '../../../tests/staff-matrix/inputs-of.ts'
import type { galleryRoutes, productGalleryAdminRoutes } from './routes.ts'

const staffInputs: InputsOf<{ adminProductGalleries: typeof productGalleryAdminRoutes }> = {
  adminProductGalleries: {
    get: { id: 999_999_999 },
    update: { id: 999_999_999, version: 'an-old-version', values: {} },
  },
}

export default definePluginRows<typeof galleryRoutes>(
  'gallery',
  {
    list: open({ gallery_id: 999_999_999 }, 404),
    ofProduct: open({ product_id: 999_999_999 }, 404),
  },
  { staffInputs },
)
