import { resourceRoutes } from '#contract/admin/resource-routes.ts'

/** The back office's calls. Imported by browser code too, so the file contains no schemas. */
export const galleryAdminRoutes = resourceRoutes('galleries')
