import type { marketingRoutes } from '#contract/admin/marketing/routes.ts'
import type { InputsOf } from './inputs-of.ts'

/** A harmless valid input of each marketing endpoint. */
export const marketingInputs: InputsOf<typeof marketingRoutes> = {
  adminPromotions: {
    export: {},
    import: {},
    preview: { values: { name: 'Ten', effect: { type: 'order_percentage', percent: 10 } }, items: [] },
  },
  adminPriceLists: { goods: { skus: ['MUG-MOON'] }, export: { id: 999_999_999 } },
  adminCoupons: {
    codes: { id: 999_999_999 },
    createCodes: { id: 999_999_999, prefix: '', count: 1 },
    exportCodes: { id: 999_999_999 },
  },
}
