/** The back office's calls. Imported by browser code too, so the file contains no schemas. */
export const giftNoteAdminRoutes = {
  list: 'GET /api/admin/gift-notes',
} as const
