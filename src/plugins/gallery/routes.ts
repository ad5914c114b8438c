import { resourceRoutes } from '#contract/admin/resource-routes.ts'

/** Spec §7 Plugins. */
export const galleryRoutes = {
  list: 'POST /api/plugins/Gallery',
  ofProduct: 'POST /api/plugins/customGallery',
} as const

/** The back office's calls. Imported by browser code too, so the file contains no schemas. */
export const galleryAdminRoutes = resourceRoutes('galleries')

export const productGalleryAdminRoutes = {
  get: 'GET /api/admin/product-galleries/:id',
  update: 'PUT /api/admin/product-galleries/:id',
} as const
