import type { Endpoint } from '#contract/define-endpoints.ts'
import { couponEndpoints } from './coupons.ts'
import { priceListEndpoints } from './price-lists.ts'
import { promotionEndpoints } from './promotions.ts'
import type { marketingRoutes } from './routes.ts'

/** The back office's marketing endpoints with their schemas. */
export const marketingEndpoints = {
  adminPromotions: promotionEndpoints,
  adminPriceLists: priceListEndpoints,
  adminCoupons: couponEndpoints,
} satisfies Record<keyof typeof marketingRoutes, Record<string, Endpoint>>
