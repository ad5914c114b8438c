/** Spec §7 Plugins. */
export const galleryRoutes = {
  list: 'POST /api/plugins/Gallery',
  ofProduct: 'POST /api/plugins/customGallery',
} as const
