import { z } from 'zod'
import { Id } from './shapes.ts'

/**
 * The endpoint by which a tracking plugin claims an order's purchase: `PUT /api/plugins/<module_name>/track-purchase`. Idempotent, for
 * the order's customer or the holder of its token. Decisions §4.
 *
 * @param flag the field of the reply that says that it is claimed
 */
export const trackPurchaseEndpoint = <const Flag extends string>(flag: Flag) => ({
  summary: 'Claims the report of an order’s purchase; only the first call of an order answers with is_first',
  input: z.object({ order_id: Id, token: z.string().max(200).optional() }),
  data: z.object({
    order_id: Id,
    /** Whether this call has claimed it. Not in the spec. */
    is_first: z.boolean(),
    ...({ [flag]: z.literal(true) } as Record<Flag, z.ZodLiteral<true>>),
  }),
  checksCredentials: true as const,
})
