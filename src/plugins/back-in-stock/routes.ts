/** Decisions §5. Imported by tests without schemas. */
export const stockNoticeRoutes = { request: 'POST /api/product/notify-me' } as const

/** The back office's calls. Imported by browser code too, so the file contains no schemas. */
export const stockRequestAdminRoutes = {
  list: 'GET /api/admin/stock-requests',
} as const
