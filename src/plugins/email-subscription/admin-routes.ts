/** The back office's calls. Imported by browser code too, so the file contains no schemas. */
export const subscriberAdminRoutes = {
  list: 'GET /api/admin/subscribers',
  unsubscribe: 'POST /api/admin/subscribers/unsubscribe',
  export: 'GET /api/admin/subscribers/export',
} as const
