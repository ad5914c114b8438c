import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { IdText } from '#contract/shapes.ts'
import type { pincodeRoutes } from './routes.ts'

/** Decisions §4. `from` and `message` allow clients to show dates or the sentence. */
export const PincodeCheck = z.object({
  pincode: z.string(),
  available: z.boolean(),
  cod_available: z.boolean(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  eta_days: z.object({ min: z.int(), max: z.int() }).nullable(),
  /** The day that the days are counted from: `2026-11-24`. Not in the spec. */
  from: z.string(),
  message: z.string(),
})
export type PincodeCheck = z.infer<typeof PincodeCheck>

export const pincodeEndpoints = defineEndpoints<typeof pincodeRoutes>()({
  check: {
    summary: 'Whether, when and with which payment a product is delivered to a pincode',
    input: z.object({ pincode: z.string().trim().min(1).max(20), product_id: IdText.optional() }),
    data: PincodeCheck,
  },
})

declare module '#contract/plugin.ts' {
  interface PluginEndpoints {
    pincode: typeof pincodeEndpoints
  }
}
