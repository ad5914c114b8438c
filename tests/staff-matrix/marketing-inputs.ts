import type { marketingRoutes } from '#contract/admin/marketing/routes.ts'
import { type InputsOf, resourceInputs } from './inputs-of.ts'

/** A harmless valid input of each marketing endpoint. */
export const marketingInputs: InputsOf<typeof marketingRoutes> = {
  adminCoupons: resourceInputs({ code: '' }),
}
