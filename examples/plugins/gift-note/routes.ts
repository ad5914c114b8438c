/** Imported by browser code too, so the file contains no schemas. */
export const giftNoteRoutes = {
  get: 'GET /api/plugins/GiftNote/note',
  save: 'POST /api/plugins/GiftNote/note',
} as const
