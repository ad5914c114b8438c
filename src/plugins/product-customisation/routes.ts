/** Imported by browser code too, so the file contains no schemas. */
export const customisationRoutes = {
  uploadImage: 'POST /api/plugins/ProductCustomisation/uploadImage',
} as const
