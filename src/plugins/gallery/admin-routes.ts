import { resourceRoutes } from '#contract/admin/resource-routes.ts'

/** The back office's calls. Imported by browser code too, so the file contains no schemas. */
export const galleryAdminRoutes = resourceRoutes('galleries')

export const productGalleryAdminRoutes = {
  get: 'GET /api/admin/product-galleries/:id',
  update: 'PUT /api/admin/product-galleries/:id',
} as const
