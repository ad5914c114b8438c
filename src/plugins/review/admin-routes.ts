/** The back office's calls. Imported by browser code too, so the file contains no schemas. */
export const reviewAdminRoutes = {
  list: 'GET /api/admin/reviews',
  get: 'GET /api/admin/reviews/:id',
  photo: 'GET /api/admin/reviews/:id/photo',
  publish: 'POST /api/admin/reviews/:id/publish',
  reject: 'POST /api/admin/reviews/:id/reject',
  reply: 'PUT /api/admin/reviews/:id/reply',
  bulk: 'POST /api/admin/reviews/bulk',
} as const
