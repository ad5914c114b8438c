/** The back office's calls. Imported by browser code too, so the file contains no schemas. */
export const stockRequestAdminRoutes = {
  list: 'GET /api/admin/stock-requests',
} as const
