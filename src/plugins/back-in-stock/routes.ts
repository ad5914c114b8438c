/** Decisions §5. Imported by tests without schemas. */
export const stockNoticeRoutes = { request: 'POST /api/product/notify-me' } as const
