import { resourceRoutes } from '../resource-routes.ts'

/** Method and path of the back office's marketing endpoints, by group. Without zod, like `admin/routes.ts`. */
export const marketingRoutes = {
  adminPromotions: {
    ...resourceRoutes('promotions'),
    export: 'GET /api/admin/promotions/export',
    import: 'POST /api/admin/promotions/import',
    preview: 'POST /api/admin/promotions/preview',
  },
  adminPriceLists: {
    ...resourceRoutes('price-lists'),
    goods: 'POST /api/admin/price-lists/goods',
    export: 'GET /api/admin/price-lists/:id/export',
  },
  adminCoupons: {
    ...resourceRoutes('coupons'),
    codes: 'GET /api/admin/coupons/:id/codes',
    createCodes: 'POST /api/admin/coupons/:id/codes',
    exportCodes: 'GET /api/admin/coupons/:id/codes/export',
  },
} as const
