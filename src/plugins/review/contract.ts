import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { perPage } from '#contract/limits.ts'
import { Flag, IdText, pageOf, Time } from '#contract/shapes.ts'
import { reviewFieldTypes } from './review-fields.ts'
import type { reviewRoutes } from './routes.ts'

export const reviewSorts = ['newest', 'oldest', 'highest', 'lowest', 'helpful'] as const
export const reviewStatuses = ['pending', 'published', 'rejected'] as const

const Field = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  type: z.enum(reviewFieldTypes),
  is_required: z.boolean(),
  max: z.int(),
  options: z.array(z.string()).nullable(),
})
export type ReviewField = z.output<typeof Field>

const Entries = z.record(z.string(), z.union([z.string(), z.number()]))
const Photo = z.object({ path: z.string(), width: z.int(), height: z.int() })

export const Review = z.object({
  id: z.int(),
  author: z.string(),
  is_verified_purchase: z.boolean(),
  fields: Entries,
  images: z.array(Photo),
  reply: z.object({ text: z.string(), created_at: Time }).nullable(),
  helpful_count: z.int(),
  created_at: Time,
})
export type Review = z.output<typeof Review>

const stars = z.int().min(0)
export const ReviewPage = z.object({
  reviews: pageOf(Review),
  /** Of all published reviews of the product, whatever the filter. */
  rating_count: z.object({ '1': stars, '2': stars, '3': stars, '4': stars, '5': stars }),
  total_reviews: z.int(),
  overall_rating: z.number(),
})
export type ReviewPage = z.output<typeof ReviewPage>

/** A delivered item of the customer, or a product that they reviewed without buying it, with their review. */
export const Purchase = z.object({
  /** Of the variation, as in every other call. */
  product_id: z.int().nullable(),
  order_item_id: z.int().nullable(),
  order_no: z.string().nullable(),
  name: z.string(),
  slug: z.string(),
  image: z.string().nullable(),
  review: z
    .object({
      id: z.int(),
      status: z.enum(reviewStatuses),
      fields: Entries,
      images: z.array(z.string()),
    })
    .nullable(),
})
export type Purchase = z.output<typeof Purchase>

/** Decisions §4. */
export const reviewEndpoints = defineEndpoints<typeof reviewRoutes>()({
  fields: { summary: 'The fields of a review', input: z.object({}), data: z.array(Field) },
  rateProduct: {
    summary:
      'Reviews a product that the customer bought, or changes their review. `fields.images` has the paths of the photos to keep; the form post takes new ones as `photos`.',
    access: 'customer',
    input: z.object({
      product_id: IdText,
      order_item_id: z.union([z.literal('').transform(() => undefined), IdText]).optional(),
      fields: z.record(z.string().max(40), z.unknown()),
    }),
    data: z.object({ id: z.int(), status: z.enum(reviewStatuses) }),
    refusals: ['NOT_PURCHASED'],
    takesForm: true,
    mayTakeFiles: ['photos'],
  },
  productReviews: {
    summary: 'The published reviews of a product with their summary',
    input: z.object({
      slug: z.string().min(1).max(200),
      page: z.int().min(1).max(10_000).default(1),
      perPage: z.int().min(1).max(perPage.max).default(perPage.reviews),
      sort: z.enum(reviewSorts).default('newest'),
      stars: z.int().min(1).max(5).optional(),
      with_photos: Flag.optional(),
    }),
    data: ReviewPage,
  },
  mine: {
    summary: 'Delivered items and reviews of the customer; of one product with `slug`',
    access: 'customer',
    input: z.object({ slug: z.string().max(200).optional(), order_no: z.string().max(40).optional() }),
    data: z.object({
      purchases: z.array(Purchase),
      /** Products can be reviewed without having bought them. */
      is_open: z.boolean(),
    }),
  },
  helpful: {
    summary: 'Marks a review as helpful, once per visitor',
    input: z.object({ id: IdText }),
    data: z.object({ id: z.int(), helpful_count: z.int() }),
    takesForm: true,
  },
})

declare module '#contract/plugin.ts' {
  interface PluginEndpoints {
    review: typeof reviewEndpoints
  }
}
