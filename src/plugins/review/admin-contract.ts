import { z } from 'zod'
import { listQuery } from '#contract/admin/resource.ts'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, IdText, pageOf, Text, Time } from '#contract/shapes.ts'
import { reviewStatuses } from './contract.ts'
import type { reviewAdminRoutes } from './routes.ts'

const Status = z.enum(reviewStatuses)

export const ReviewRow = z.object({
  id: Id,
  /** Of what the customer wrote, the state and the reply: an action on another version is refused. */
  version: z.string(),
  status: Status,
  product: z.string(),
  rating: z.int(),
  /** The beginning of the text. */
  text: z.string(),
  author: z.string(),
  is_verified: z.boolean(),
  photos: z.int(),
  has_reply: z.boolean(),
  created_at: Time,
})
export type ReviewRow = z.infer<typeof ReviewRow>

export const ReviewRecord = ReviewRow.omit({ text: true, has_reply: true, photos: true }).extend({
  product_slug: z.string(),
  customer_id: z.int().nullable(),
  order: z.object({ id: Id, order_no: z.string() }).nullable(),
  entries: z.array(z.object({ label: z.string(), text: z.string() })),
  photos: z.array(z.object({ width: z.int(), height: z.int() })),
  reply: z.object({ text: z.string(), at: Time }).nullable(),
  helpful_count: z.int(),
})
export type ReviewRecord = z.infer<typeof ReviewRecord>

const staff = { access: 'staff', whileLocked: true } as const
const reads = { ...staff, permission: 'content.read' } as const
const writes = { ...staff, permission: 'content.write' } as const
const version = z.string().min(1).max(64)
const ref = { id: IdText, version }

/** Reviews in the back office. Its functions are those of `vitrine review`. */
export const reviewAdminEndpoints = defineEndpoints<typeof reviewAdminRoutes>()({
  list: {
    summary: 'A page of the reviews; those that wait for approval come first with the order `waiting`',
    input: z.object({
      ...listQuery(['waiting', 'id', 'rating']),
      status: Status.optional(),
      stars: z.coerce.number().int().min(1).max(5).optional(),
    }),
    data: pageOf(ReviewRow),
    ...reads,
  },
  get: {
    summary: 'One review with its texts',
    input: z.object({ id: IdText }),
    data: ReviewRecord,
    ...reads,
  },
  photo: {
    summary: 'A photo of a review, published or not, counted from 1',
    input: z.object({ id: IdText, number: IdText }),
    data: z.null(),
    file: 'image/*',
    ...reads,
  },
  publish: {
    summary: 'Shows a review in the shop',
    input: z.object(ref),
    data: ReviewRecord,
    refusals: ['STALE_RECORD'],
    ...writes,
  },
  reject: {
    summary: 'Takes a review out of the shop, or keeps it out',
    input: z.object(ref),
    data: ReviewRecord,
    refusals: ['STALE_RECORD'],
    ...writes,
  },
  reply: {
    summary: 'Sets the shop’s public reply; an empty text deletes it',
    input: z.object({ ...ref, text: Text(2_000) }),
    data: ReviewRecord,
    refusals: ['STALE_RECORD'],
    ...writes,
  },
  bulk: {
    summary: 'Publishes or rejects several reviews; each one succeeds or fails on its own',
    input: z.object({
      action: z.enum(['publish', 'reject']),
      reviews: z
        .array(z.object({ id: Id, version }))
        .min(1)
        .max(500),
    }),
    data: z.object({
      results: z.array(z.object({ id: Id, code: z.string().nullable(), message: z.string() })),
    }),
    ...writes,
  },
})

declare module '#contract/plugin.ts' {
  interface PluginAdminEndpoints {
    adminReviews: typeof reviewAdminEndpoints
  }
}
