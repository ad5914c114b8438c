/** What every page asks: the browser gets this alone first, whatever stands in `routes.ts` beside it. */
export const earlyCartRoutes = { get: 'GET /api/cart/get' } as const
