import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#server/platform/kernel/context.ts'
import type { Review, ReviewPage, reviewEndpoints, reviewSorts } from './contract.ts'
import { productNotFound } from './refusals.server.ts'

type ReviewQuery = z.output<typeof reviewEndpoints.productReviews.input>

/** The tag of the pages that show reviews of a product. */
export const reviewsTag = (productId: number) => `review-list:${productId}`

const orders = {
  newest: sql`r.created_at desc, r.id desc`,
  oldest: sql`r.created_at, r.id`,
  highest: sql`r.rating desc, r.created_at desc, r.id desc`,
  lowest: sql`r.rating, r.created_at desc, r.id desc`,
  helpful: sql`r.helpful_count desc, r.created_at desc, r.id desc`,
} satisfies Record<(typeof reviewSorts)[number], unknown>

/**
 * One page of the published reviews of a published product. The summary is that of all of them.
 * @throws 404 for an unknown product.
 */
export async function listReviews(
  db: Db,
  { slug, page, perPage, sort, stars, with_photos }: ReviewQuery,
  tag: (name: string) => void,
): Promise<ReviewPage> {
  const product = await findProduct(db, slug)
  if (!product) throw productNotFound()
  tag(reviewsTag(product.id))
  const isShown = sql`r.product_id = ${product.id} and r.status = 'published'
    and (${stars ?? null}::integer is null or r.rating = ${stars ?? null})
    and (not ${with_photos ?? false} or exists (select from review_photos p where p.review_id = r.id))`
  const { rows: counts } = await sql<{ rating: number; all: number; shown: number }>`
    select r.rating, count(*)::integer as all, (count(*) filter (where ${isShown}))::integer as shown
    from reviews r where r.product_id = ${product.id} and r.status = 'published' group by r.rating`.execute(
    db,
  )
  const total = counts.reduce((sum, { shown }) => sum + shown, 0)
  const { rows } =
    await sql<Row>`select r.id, r.author, r.is_verified, r.rating, r.fields, r.reply, r.replied_at,
      r.helpful_count, r.created_at, ${photosSql} as photos
    from reviews r where ${isShown} order by ${orders[sort]} limit ${perPage} offset ${(page - 1) * perPage}`.execute(
      db,
    )
  return {
    reviews: {
      data: rows.map(toReview),
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / perPage)),
      per_page: perPage,
      total,
    },
    ...summaryOf(counts.map(({ rating, all }) => ({ rating, count: all }))),
  }
}

/** Distribution, number and average with one decimal. */
export function summaryOf(counts: readonly { rating: number; count: number }[]) {
  const of = (rating: number) => counts.find((one) => one.rating === rating)?.count ?? 0
  const total_reviews = counts.reduce((sum, { count }) => sum + count, 0)
  const sum = counts.reduce((all, { rating, count }) => all + rating * count, 0)
  return {
    rating_count: { '1': of(1), '2': of(2), '3': of(3), '4': of(4), '5': of(5) },
    total_reviews,
    overall_rating: total_reviews === 0 ? 0 : Math.round((sum * 10) / total_reviews) / 10,
  }
}

type Row = {
  id: number
  author: string
  is_verified: boolean
  rating: number
  fields: Record<string, string>
  reply: string | null
  replied_at: Date | null
  helpful_count: number
  created_at: Date
  photos: Review['images']
}

export const photosSql = sql`(select coalesce(json_agg(json_build_object('path', p.path, 'width', p.width,
  'height', p.height) order by p.position, p.path), '[]') from review_photos p where p.review_id = r.id)`

const toReview = (row: Row): Review => ({
  id: row.id,
  author: row.author,
  is_verified_purchase: row.is_verified,
  fields: { rating: row.rating, ...row.fields },
  images: row.photos,
  reply:
    row.reply === null || row.replied_at === null
      ? null
      : { text: row.reply, created_at: row.replied_at.toISOString() },
  helpful_count: row.helpful_count,
  created_at: row.created_at.toISOString(),
})

export const findProduct = (db: Db, slug: string) =>
  db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('slug', '=', slug)
    .where('is_published', '=', true)
    .executeTakeFirst()
